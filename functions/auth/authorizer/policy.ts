import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import type { Grant } from '../grant/grant.ts';

/**
 * The whole API at its stage: the gateway keeps the policy for the token, so one that named the requested method alone
 * would refuse the next request. IAM's `*` crosses slashes.
 */
function toApiArn(methodArn: string): string {
  return `${methodArn.split('/', 2).join('/')}/*`;
}

function buildPolicyDocument(
  Effect: 'Allow' | 'Deny',
  methodArn: string,
): APIGatewayAuthorizerResult['policyDocument'] {
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: toApiArn(methodArn) }],
  };
}

/** Lets the holder of a token in, and tells the functions who it is in the claim names that Cognito uses. */
export function allow(grant: Grant, methodArn: string): APIGatewayAuthorizerResult {
  const { user_id, client_id, scope, token_use, username } = grant;
  return {
    principalId: user_id,
    policyDocument: buildPolicyDocument('Allow', methodArn),
    context: { sub: user_id, client_id, scope, token_use, username },
  };
}

/** Refuses a token; the gateway answers 401 `invalid_token` (decision A11). */
export function deny(methodArn: string): APIGatewayAuthorizerResult {
  return { principalId: 'nobody', policyDocument: buildPolicyDocument('Deny', methodArn) };
}
