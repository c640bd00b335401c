import { isServicePrincipal, toServicePrincipal } from '#shared/auth/principal.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, type Token } from '#shared/auth/tokens.ts';
import { limitIdentity } from '#shared/contract/scopes.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { isNew } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Change } from '#shared/table/expression.ts';
import { type Key, requireOwner } from '#shared/table/keys.ts';
import type { ListPage, Table } from '#shared/table/table.ts';
import { grantKeys } from './grant.keys.ts';
import {
  deriveHint,
  deriveNextSecrets,
  deriveSecrets,
  deriveTokens,
  formatTokens,
  type Grant,
  type GrantedAccess,
  type GrantFailure,
  getFamily,
  type IssuedTokens,
  lifetimes,
} from './grant.ts';
import {
  explainRedemptionFailure,
  type Redemption,
  toRedeemCondition,
} from './redemption.ts';
import { revoke } from './revocation.store.ts';
import {
  explainRefreshFailure,
  findRefreshProblem,
  isRefreshRetry,
  type RefreshRequest,
  toRefreshCondition,
} from './rotation.ts';

/** New tokens, or why there are none. */
export type GrantResult = Result<IssuedTokens, GrantFailure>;

/** Returns the grant that a token names, or undefined. Does not check the secret of the token. */
export function find(
  table: Table<'get'>,
  { user_id, id }: Pick<Token, 'user_id' | 'id'>,
): Promise<Grant | undefined> {
  return table.get<Grant>(grantKeys.grant(user_id, id));
}

/**
 * Lists a page of the grants of a client in creation order. The index has no revoked grants, but
 * lags about a second behind the table.
 */
export async function listByClient(
  table: Table<'getEach' | 'query'>,
  client_id: string,
  page: ListPage,
): Promise<Grant[]> {
  const collection = grantKeys.grantsOfClient(client_id);
  const entries = await table.queryPage<Key>({ collection, ...page });
  return getExisting<Grant>(table, entries);
}

/** The users of a client that were counted. There may be more unless it is complete. */
export interface UserCount {
  count: number;
  isComplete: boolean;
}

/**
 * Counts the users who have granted access to a client: at most `max`, and those among the grants
 * of `maxPages` store calls, because each sign-in and each token of the client itself is a grant.
 * The index lags about a second behind the table.
 */
export async function countUsers(
  table: Table<'query'>,
  client_id: string,
  { max, maxPages }: { max: number; maxPages: number },
): Promise<UserCount> {
  const users = new Set<string>();
  const collection = grantKeys.grantsOfClient(client_id);
  const self = toServicePrincipal(client_id);
  let pages = 0;
  for await (const page of table.listKeys({ collection })) {
    for (const key of page) users.add(requireOwner(key));
    users.delete(self);
    pages += 1;
    if (users.size >= max || pages >= maxPages)
      return { count: Math.min(users.size, max), isComplete: false };
  }
  return { count: users.size, isComplete: true };
}

/** Lists all grants of a user in creation order, including those that have ended. */
export function listByUser(table: Table<'query'>, user_id: string): Promise<Grant[]> {
  return table.query<Grant>(grantKeys.grants(user_id));
}

/** The approval of an authorization request. */
export interface Approval extends GrantedAccess {
  /**
   * The id of the authorization request. The grant has the same id, so a second approval cannot
   * create a second grant.
   */
  id: string;
  redirect_uri: string;
  left_out_scope?: string | undefined;
  code_challenge?: string | undefined;
  nonce?: string | undefined;
  auth_time?: number;
}

/**
 * Creates a grant without tokens, requests `mail` by the same write, and returns the authorization
 * code. Returns undefined if the request was approved before.
 */
export async function createFromApproval(
  table: Table<'put'>,
  approval: Approval,
  now: Date,
  mail: Partial<MailAttributes> = {},
): Promise<string | undefined> {
  const { code, grant } = buildApproved(approval, now);
  const outcome = await table.put<Grant>({ ...grant, ...mail }, isNew);
  return outcome.done ? formatToken('code', code) : undefined;
}

function buildApproved(
  approval: Approval,
  now: Date,
): { code: Token; grant: Key & Grant } {
  const { id, redirect_uri, code_challenge, opted_in_types = [], ...rest } = approval;
  const { audience, left_out_scope, nonce, auth_time, ...grantedAccess } = rest;
  const { user_id } = grantedAccess;
  const code: Token = { user_id, id, secret: newSecret() };
  const isSignIn = auth_time !== undefined;
  const hint_digest = isSignIn ? toDigest(deriveHint(code.secret, id)) : undefined;
  const code_expires_at = toEpochSeconds(now) + lifetimes.code;
  const grant: Key & Grant = {
    ...buildGrant(grantedAccess, id, now),
    expires_at: code_expires_at,
    ttl: code_expires_at,
    code_digest: toDigest(code.secret),
    code_expires_at,
    redirect_uri,
    ...compact({ audience, left_out_scope }),
    ...compact({ code_challenge, nonce, auth_time, hint_digest }),
    ...(opted_in_types.length > 0 ? { opted_in_types } : {}),
    generation: 0,
  };
  return { code, grant };
}

/**
 * Creates a grant and issues tokens without a code: for the client credentials grant, or for a
 * token that the operator creates.
 */
export async function issue(
  table: Table<'put'>,
  grantedAccess: GrantedAccess,
  now: Date,
): Promise<IssuedTokens> {
  const { user_id } = grantedAccess;
  const { secrets, attributes } = buildTokenPair(newSecret(), { user_id, now });
  const grant: Key & Grant = {
    ...buildGrant(grantedAccess, newId(now), now),
    ...attributes,
    generation: 1,
  };
  await table.put<Grant>(grant, isNew);
  return formatTokens(grant, secrets, now);
}

/** Returns the members that every new grant has, with its key. */
function buildGrant(grantedAccess: GrantedAccess, id: string, now: Date) {
  return {
    ...grantKeys.grant(grantedAccess.user_id, id),
    collection: grantKeys.grantsOfClient(grantedAccess.client_id),
    collection_sk: id,
    ...grantedAccess,
    id,
    created_datetime: now.toISOString(),
  };
}

interface NewTokenPair {
  user_id: string;
  now: Date;
  derive?: typeof deriveSecrets;
}

/**
 * Builds a new token pair, derived from `presented`: a code, a refresh token or a new secret.
 * Returns its secrets, and the attributes to store.
 */
function buildTokenPair(
  presented: string,
  { user_id, now, derive = deriveSecrets }: NewTokenPair,
) {
  const rotated_at = toEpochSeconds(now);
  const isOfClient = isServicePrincipal(user_id);
  const lifetime = isOfClient ? lifetimes.clientCredentials : lifetimes.refresh;
  const expires_at = rotated_at + lifetime;
  const salt = newSecret();
  const secrets = derive(presented, salt);
  const attributes = {
    rotated_at,
    salt,
    access_digest: toDigest(secrets.access),
    access_expires_at: rotated_at + lifetimes.access,
    refresh_digest: toDigest(secrets.refresh),
    family_digest: toDigest(getFamily(secrets.refresh)),
    expires_at,
    ttl: expires_at,
  };
  return { secrets, attributes };
}

/**
 * Exchanges a code for tokens by one conditional write, so only one of many attempts succeeds. A
 * replay or a wrong code verifier revokes the grant.
 */
export async function redeem(
  table: Table<'update'>,
  code: Token,
  redemption: Redemption,
  now: Date,
): Promise<GrantResult> {
  const key = grantKeys.grant(code.user_id, code.id);
  const { secrets, attributes } = buildTokenPair(code.secret, { ...code, now });
  const set = {
    ...attributes,
    redeemed_at: toEpochSeconds(now),
    generation: 1,
  };
  const condition = toRedeemCondition(code, redemption, now);
  // The mail was requested when the grant was created.
  const outcome = await table.update<Grant>(key, { set, remove: ['mail'] }, condition);
  if (outcome.done) return success(formatTokens(outcome.item, secrets, now));

  const rejection = explainRedemptionFailure(outcome.existing, code, redemption, now);
  if (rejection.revocationEvent) await revoke(table, key, now);
  return failure(rejection);
}

/**
 * Exchanges a refresh token for new tokens in one write, after a read if a scope or an audience is
 * requested. Parallel refreshes and a retry after a lost response get the same tokens and write
 * nothing.
 */
export async function refresh(
  table: Table<'get' | 'update'>,
  token: Token,
  request: RefreshRequest,
  now: Date,
): Promise<GrantResult> {
  const { client_id, target } = request;
  // The scope and the audience of a grant never change, so they can be checked before the write.
  const needsGrant = request.scope !== '' || target !== undefined;
  const grant = needsGrant ? await find(table, token) : undefined;
  const scope = limitIdentity(request.scope, grant?.scope ?? '');
  const problem = findRefreshProblem(grant, token, { ...request, scope }, now);
  if (problem) return failure(problem);

  const key = grantKeys.grant(token.user_id, token.id);
  const pair = { ...token, now, derive: deriveNextSecrets };
  const { secrets, attributes } = buildTokenPair(token.secret, pair);
  const change = buildRefreshChange(token, scope, attributes);
  const condition = toRefreshCondition(token, client_id, now);
  const outcome = await table.update<Grant>(key, change, condition);
  if (outcome.done) return success(formatTokens(outcome.item, secrets, now));

  const { existing } = outcome;
  const isRetry = existing && isRefreshRetry(existing, token, request, now);
  if (isRetry) return success(deriveTokens(existing, token.secret, now));

  const rejection = explainRefreshFailure(existing, token, client_id, now);
  if (rejection.revocationEvent) await revoke(table, key, now);
  return failure(rejection);
}

/**
 * Builds the change that replaces the current tokens. The previous access token stays valid until
 * it expires.
 */
function buildRefreshChange(token: Token, scope: string, attributes: object): Change {
  const isNarrowed = scope !== '';
  const access_scope = isNarrowed ? scope : undefined;
  return {
    set: {
      ...attributes,
      ...compact({ access_scope }),
      previous_refresh_digest: toDigest(token.secret),
    },
    copy: {
      previous_access_digest: 'access_digest',
      previous_access_expires_at: 'access_expires_at',
      // `scope`, if `access_scope` is absent.
      previous_access_scope: ['access_scope', 'scope'],
    },
    remove: isNarrowed ? [] : ['access_scope'],
    increment: { generation: 1 },
  };
}
