import { Duration } from 'aws-cdk-lib';
import { IdentitySource, TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** How long API Gateway caches a result, so a revoked token can work that long (wire.md A9). */
const resultsCacheTtl = Duration.seconds(50);

export interface BearerAuthorizerProps {
  handler: IFunction;
  /** A role with the permission to invoke the function. */
  assumeRole: IRole;
}

/**
 * The authorizer of one API. API Gateway rejects an `Authorization` header that is not a bearer
 * token without calling the function. The scheme is case-insensitive (RFC 9110 section 11.1).
 */
export class BearerAuthorizer extends TokenAuthorizer {
  constructor(
    scope: Construct,
    id: string,
    { handler, assumeRole }: BearerAuthorizerProps,
  ) {
    super(scope, id, {
      handler,
      assumeRole,
      identitySource: IdentitySource.header('Authorization'),
      validationRegex: '[Bb][Ee][Aa][Rr][Ee][Rr] +.+',
      resultsCacheTtl,
    });
  }
}
