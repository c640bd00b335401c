import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import type { Grant } from '../grant/grant.ts';

type PolicyDocument = APIGatewayAuthorizerResult['policyDocument'];

/** Allows the request and passes the grant to the functions, in the claim names of Cognito. */
export function allow(grant: Grant, methodArn: string): APIGatewayAuthorizerResult {
  const { id, user_id, client_id, scope, token_use, username } = grant;
  return {
    principalId: user_id,
    policyDocument: buildPolicyDocument('Allow', methodArn),
    context: {
      sub: user_id,
      client_id,
      origin_jti: id,
      scope,
      token_use,
      username,
    },
  };
}

/** Denies the request. API Gateway responds with 401 `invalid_token` (wire.md A11). */
export function deny(methodArn: string): APIGatewayAuthorizerResult {
  return {
    principalId: 'nobody',
    policyDocument: buildPolicyDocument('Deny', methodArn),
  };
}

function buildPolicyDocument(
  effect: 'Allow' | 'Deny',
  methodArn: string,
): PolicyDocument {
  const statement = {
    Action: 'execute-api:Invoke',
    Effect: effect,
    Resource: toStageArn(methodArn),
  };
  return { Version: '2012-10-17', Statement: [statement] };
}

/**
 * Returns the ARN of the whole stage. API Gateway caches the policy by token, so a policy for one
 * method would deny the next request. The wildcard of IAM also matches slashes.
 */
function toStageArn(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}
