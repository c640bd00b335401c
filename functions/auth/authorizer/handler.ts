import type {
  APIGatewayAuthorizerResult,
  APIGatewayTokenAuthorizerEvent,
} from 'aws-lambda';
import * as grants from '#functions/auth/grant/grant.store.ts';
import {
  acceptsAccessToken,
  type Grant,
  getAccessScope,
} from '#functions/auth/grant/grant.ts';
import { recordUse } from '#functions/auth/grant/use.store.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { compact } from '#shared/runtime/compact.ts';
import { log, type Meter, newMeter } from '#shared/runtime/log.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { hasEnabledParties } from './enabled.store.ts';

/** Matches an Authorization header. The scheme is case-insensitive (RFC 9110 section 11.1). */
const bearerHeader = /^Bearer +(\S+) *$/i;

/**
 * Authorizes a bearer token with one consistent read, and two more if the states of the client and
 * the user are not cached. The first use of a grant on a day is a write as well.
 *
 * Fails closed: throws if the table cannot be read. API Gateway then responds with 503 and caches
 * nothing.
 */
export async function handler({
  authorizationToken,
  methodArn,
}: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const meter = newMeter();
  const startedAt = performance.now();
  const table = openTable(meter);
  const now = new Date();

  const grant = await findGrant(table, parseBearerToken(authorizationToken), now);
  if (grant) await recordUse(table, grant, now);

  logDecision(grant, meter, startedAt);
  return grant ? allow(grant, methodArn) : deny(methodArn);
}

function parseBearerToken(header: string): string {
  const [, token = ''] = bearerHeader.exec(header) ?? [];
  return token;
}

/**
 * Returns the grant of an access token, with the scope of this token. Returns undefined if the
 * token is invalid, or if the client or the user is disabled. A wrong checksum needs no store call.
 */
async function findGrant(
  table: Table<'get'>,
  bearerToken: string,
  now: Date,
): Promise<Grant | undefined> {
  const token = parseToken('access', bearerToken);
  if (!token) return undefined;

  const grant = await grants.find(table, token);
  if (!grant || !acceptsAccessToken(grant, token.secret, now)) return undefined;

  const isEnabled = await hasEnabledParties(table, grant, now);
  return isEnabled ? { ...grant, scope: getAccessScope(grant, token.secret) } : undefined;
}

function logDecision(grant: Grant | undefined, meter: Meter, startedAt: number): void {
  const duration = performance.now() - startedAt;
  log({
    level: 'info',
    event: grant ? 'allow' : 'deny',
    endpoint: 'authorizer',
    ...compact({
      user_id: grant?.user_id,
      client_id: grant?.client_id,
    }),
    ...meter.readings(),
    duration_ms: Math.round(duration * 10) / 10,
  });
}

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
