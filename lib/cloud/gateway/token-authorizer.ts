import { Duration } from 'aws-cdk-lib';
import { IdentitySource, TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** How long API Gateway keeps an answer of the authorizer, and so how long a revoked token may still work (decision A9). */
const resultsCacheTtl = Duration.seconds(60);

/**
 * One API's use of the authorizer function. An `Authorization` header that is not a bearer token counts as none and
 * never reaches the function; the scheme's name has no case (RFC 9110 section 11.1).
 */
export class BearerAuthorizer extends TokenAuthorizer {
  constructor(scope: Construct, id: string, handler: IFunction) {
    super(scope, id, {
      handler,
      identitySource: IdentitySource.header('Authorization'),
      validationRegex: '[Bb][Ee][Aa][Rr][Ee][Rr] +.+',
      resultsCacheTtl,
    });
  }
}
