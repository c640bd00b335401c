import { buildInvocationUri } from './function-arn.ts';

/** How long API Gateway caches a result. A revoked token can work for this time (wire.md A9). */
const resultsCacheSeconds = 50;

/** The OpenAPI security requirement of an operation that the authorizer protects. */
export const bearerSecurity = [{ bearer: [] }];

/**
 * Builds the security scheme of an API: its authorizer, which API Gateway invokes with a role. API
 * Gateway rejects an `Authorization` header without a bearer token, and does not invoke the
 * function. The word `Bearer` is case-insensitive (RFC 9110 section 11.1).
 */
export function buildBearerScheme(functionName: string, roleArn: string) {
  const bearer = {
    // API Gateway imports an authorizer from a scheme of this type.
    type: 'apiKey',
    name: 'Authorization',
    in: 'header',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'token',
      authorizerUri: buildInvocationUri(functionName),
      authorizerCredentials: roleArn,
      identityValidationExpression: '[Bb][Ee][Aa][Rr][Ee][Rr] +.+',
      authorizerResultTtlInSeconds: resultsCacheSeconds,
    },
  };
  return { bearer };
}
