import type {
  APIGatewayAuthorizerResult,
  APIGatewayTokenAuthorizerEvent,
} from 'aws-lambda';
import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import { listHiddenTypes } from '#functions/auth/data-policy/data-policy.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import {
  findDenial,
  type Grant,
  getAccessScope,
  type TokenDenial,
} from '#functions/auth/grant/grant.ts';
import { recordUse } from '#functions/auth/grant/use.store.ts';
import { getCommonQuotas } from '#functions/auth/quota/quota.store.ts';
import { resolveQuotas } from '#functions/auth/quota/quota.ts';
import { formatTypes, isPersonalClient } from '#shared/auth/principal.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { type Audience, mcpApiVariable } from '#shared/contract/endpoint.ts';
import { type ClientQuotas, formatQuotas } from '#shared/quota/quotas.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import { log, type Meter, newMeter } from '#shared/runtime/log.ts';
import { openDeclaredTable, type Table } from '#shared/table/table.ts';
import definition from './function.ts';
import { getPartyStates } from './party-states.store.ts';

/** Matches an Authorization header. The scheme is case-insensitive (RFC 9110 section 11.1). */
const bearerHeader = /^Bearer +(\S+) *$/i;

/**
 * Authorizes a bearer token with one consistent read, and four more if the states of the client and
 * the user, the data policies and the limits are not cached. The first use of a grant on a day is a
 * write as well.
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
  const table = openDeclaredTable(definition, meter);
  const now = new Date();

  const token = parseBearerToken(authorizationToken);
  const audience = findApiAudience(methodArn, findEnvironment(mcpApiVariable));
  const access = await findAccess(table, token, audience, now);
  const isAllowed = typeof access === 'object';
  if (isAllowed) await recordUse(table, access.grant, now);

  logDecision(isAllowed ? access.grant : undefined, meter, startedAt);
  return isAllowed ? allow(access, methodArn) : deny(access, methodArn);
}

function parseBearerToken(header: string): string {
  const [, token = ''] = bearerHeader.exec(header) ?? [];
  return token;
}

/**
 * Returns what a token must be for to call an API, undefined for the interfaces. The ARN of the
 * method has the API's id. A policy is for the whole API, so the gateway may cache it (decision
 * 0062).
 */
function findApiAudience(
  methodArn: string,
  mcpApiId: string | undefined,
): Audience | undefined {
  const [api = ''] = methodArn.split('/');
  const isMcp = api.split(':').at(-1) === mcpApiId;
  return isMcp ? 'mcp' : undefined;
}

/** The access that a token gives. */
export interface TokenAccess {
  /** The grant of the token, with the scope of this token. */
  grant: Grant;
  /** Whether the user has restricted the processing of their data. */
  isRestricted: boolean;
  /** The types whose data the client may not see, and those of them of which the user has data. */
  hiddenTypes: readonly string[];
  incompleteTypes: readonly string[];
  limits: ClientQuotas;
}

/**
 * Returns the access of an access token, which can be a personal one. Returns why there is none if
 * the token is invalid or for another audience, or if the client or the user is disabled. A wrong
 * checksum needs no store call.
 */
async function findAccess(
  table: Table<'get'>,
  bearerToken: string,
  audience: Audience | undefined,
  now: Date,
): Promise<TokenAccess | TokenDenial> {
  const personalToken = parseToken('personal', bearerToken);
  const token = personalToken ?? parseToken('access', bearerToken);
  if (!token) return 'unknown';

  const grant = await grants.find(table, token);
  // Secret scanners and the OAuth endpoints know a token by its kind.
  const isPersonal = personalToken !== undefined;
  if (!grant || isPersonalClient(grant.client_id) !== isPersonal) return 'unknown';
  const denial = findDenial(grant, token.secret, now);
  if (denial) return denial;
  if (grant.audience !== audience) return 'misdirected';

  const [states, overrides, common] = await Promise.all([
    getPartyStates(table, grant, now),
    dataPolicies.getOverrides(table, now),
    getCommonQuotas(table, now),
  ]);
  const { isEnabled, isRestricted, isOwn, connectedTypes, limits: ofClient } = states;
  if (!isEnabled) return 'ended';
  const { scope, opted_in_types: optedInTypes = [] } = grant;
  const viewer = { audience, isOwn, scope, optedInTypes };
  const hiddenTypes = listHiddenTypes(overrides, viewer);
  return {
    grant: { ...grant, scope: getAccessScope(grant, token.secret) },
    isRestricted,
    hiddenTypes,
    incompleteTypes: hiddenTypes.filter((type) => connectedTypes.includes(type)),
    // A script sees what its person sees, but has no more requests than an application of others.
    limits: resolveQuotas({ ...common, ofClient, isOwn: isOwn && !isPersonal }),
  };
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

/**
 * Allows the request and passes the grant to the functions, in the claim names of Cognito, the hash
 * of its user for their log lines, whether they must refuse it because the user has restricted the
 * processing of their data, what they must hide, and the limits.
 */
export function allow(
  { grant, isRestricted, hiddenTypes, incompleteTypes, limits }: TokenAccess,
  methodArn: string,
): APIGatewayAuthorizerResult {
  const { id, user_id, client_id, scope, token_use, username } = grant;
  return {
    principalId: user_id,
    policyDocument: buildPolicyDocument('Allow', methodArn),
    context: {
      sub: user_id,
      user_hash: toLogHash(user_id),
      client_id,
      origin_jti: id,
      scope,
      token_use,
      username,
      restricted: isRestricted,
      hidden_types: formatTypes(hiddenTypes),
      incomplete_types: formatTypes(incompleteTypes),
      limits: formatQuotas(limits),
    },
  };
}

/** The end of the sentence that begins with "the access token". */
const denials: Readonly<Record<TokenDenial, string>> = {
  unknown: 'is not a token of this service',
  expired: 'has expired; refresh it, or have the user sign in again',
  ended: 'has ended: it was revoked, or its user or application is disabled',
  misdirected: 'is for another address of this service',
};

/**
 * Denies the request. API Gateway responds with 401 `invalid_token`, and inserts the context into
 * the body as it is (decision 0011).
 */
export function deny(denial: TokenDenial, methodArn: string): APIGatewayAuthorizerResult {
  return {
    principalId: 'nobody',
    policyDocument: buildPolicyDocument('Deny', methodArn),
    context: { denial: denials[denial] },
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
