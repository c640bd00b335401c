import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, type Token } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { isNew } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  deriveSecrets,
  deriveTokens,
  type Grant,
  type Grantee,
  type GrantRefusal,
  type IssuedTokens,
  lifetimes,
  scope,
} from './grant.ts';
import { explainRedemptionFailure, type Redemption, redemptionCondition } from './redemption.ts';
import { revoke } from './revocation.store.ts';
import { explainRefreshFailure, isRefreshRetry, refreshCondition } from './rotation.ts';

/** The grant that a token belongs to. */
export function find(
  table: Table<'get'>,
  { user_id, id }: Pick<Token, 'user_id' | 'id'>,
): Promise<Grant | undefined> {
  return table.get<Grant>(keys.grant(user_id, id));
}

/** All grants of a person in the order of their making, ended ones included. */
export function listByUser(table: Table<'query'>, user_id: string): Promise<Grant[]> {
  return table.query<Grant>(keys.grants(user_id));
}

/** What every grant starts with, and its place in the store. */
function toNewGrant(grantee: Grantee, id: string, expires_at: number, now: Date) {
  return {
    ...keys.grant(grantee.user_id, id),
    collection: keys.grantsOfClient(grantee.client_id),
    collection_sk: id,
    ...grantee,
    id,
    scope,
    created_datetime: now.toISOString(),
    expires_at,
    ttl: expires_at,
  };
}

/** What a new generation of tokens sets, for the holder of the secret that was presented. */
function newGeneration(presented: string, now: Date) {
  const at = epochSeconds(now);
  const salt = newSecret();
  const { access, refresh } = deriveSecrets(presented, salt);
  return {
    rotated_at: at,
    salt,
    access_digest: toDigest(access),
    access_expires_at: at + lifetimes.access,
    refresh_digest: toDigest(refresh),
    expires_at: at + lifetimes.refresh,
    ttl: at + lifetimes.refresh,
  };
}

/** What a user approved: the answer to one authorization request. */
interface Approval extends Grantee {
  /** Id of the authorization request, and so of the grant: approving twice cannot give two codes. */
  id: string;
  redirect_uri: string;
  code_challenge?: string | undefined;
}

/** Records an approval and gives its authorization code; undefined where the request was approved before. */
export async function createFromApproval(
  table: Table<'put'>,
  { id, redirect_uri, code_challenge, ...grantee }: Approval,
  now: Date,
): Promise<string | undefined> {
  const code = { user_id: grantee.user_id, id, secret: newSecret() };
  const code_expires_at = epochSeconds(now) + lifetimes.code;
  const grant: Key & Grant = {
    ...toNewGrant(grantee, id, code_expires_at, now),
    code_digest: toDigest(code.secret),
    code_expires_at,
    redirect_uri,
    ...(code_challenge !== undefined && { code_challenge }),
    generation: 0,
  };
  const outcome = await table.put<Grant>(grant, isNew);
  return outcome.done ? formatToken('code', code) : undefined;
}

/** Grants without a code: to an application for itself, or by the operator's hand. */
export async function issue(
  table: Table<'put'>,
  grantee: Grantee,
  now: Date,
): Promise<IssuedTokens> {
  const seed = newSecret();
  const grant: Key & Grant = {
    ...toNewGrant(grantee, newId(now), 0, now),
    ...newGeneration(seed, now),
    generation: 1,
  };
  await table.put<Grant>(grant, isNew);
  return deriveTokens(grant, seed, now);
}

/** Redeems a code for the first pair of tokens: one write, so that of any number of attempts at once one succeeds. */
export async function redeem(
  table: Table<'update'>,
  code: Token,
  shown: Redemption,
  now: Date,
): Promise<IssuedTokens | GrantRefusal> {
  const key = keys.grant(code.user_id, code.id);
  const set = { ...newGeneration(code.secret, now), redeemed_at: epochSeconds(now), generation: 1 };
  const outcome = await table.update<Grant>(key, { set }, redemptionCondition(code, shown, now));
  if (outcome.done) return deriveTokens(outcome.row, code.secret, now);
  const refusal = explainRedemptionFailure(outcome.existing, code, shown, now);
  if (refusal.revokes) await revoke(table, key, now);
  return refusal;
}

/**
 * Gives the next pair of tokens for a refresh token: one write. A repeat of a refresh whose answer was lost, and any
 * number of refreshes at once, get the same pair and write nothing.
 */
export async function refresh(
  table: Table<'update'>,
  token: Token,
  client_id: string,
  now: Date,
): Promise<IssuedTokens | GrantRefusal> {
  const key = keys.grant(token.user_id, token.id);
  const change = {
    set: { ...newGeneration(token.secret, now), previous_refresh_digest: toDigest(token.secret) },
    copy: {
      previous_access_digest: 'access_digest',
      previous_access_expires_at: 'access_expires_at',
    },
    increment: { generation: 1 },
  };
  const outcome = await table.update<Grant>(key, change, refreshCondition(token, client_id, now));
  if (outcome.done) return deriveTokens(outcome.row, token.secret, now);
  const { existing } = outcome;
  if (existing && isRefreshRetry(existing, token, client_id, now))
    return deriveTokens(existing, token.secret, now);
  const refusal = explainRefreshFailure(existing, token, client_id, now);
  if (refusal.revokes) await revoke(table, key, now);
  return refusal;
}
