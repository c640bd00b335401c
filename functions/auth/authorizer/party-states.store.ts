import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { hasNoItem } from '#functions/auth/client/client.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/**
 * A warm function caches for this time whether a client or a user is enabled, and whether the user
 * has restricted the processing of their data. API Gateway caches the authorizer's decision for
 * another 50 seconds, so a change takes effect within a minute (wire.md A25 and U6).
 */
const ttlMillis = 10_000;

/** The state of a client or of a user. */
interface PartyState {
  isEnabled: boolean;
  isRestricted: boolean;
}

const cache = createTtlCache<PartyState>(ttlMillis);

type StoredParty = Pick<UserProfile, 'disabled_datetime' | 'restricted_datetime'>;

/** Returns the state of a client or of a user. One that does not exist is not enabled. */
async function getState(table: Table<'get'>, key: Key, now: Date): Promise<PartyState> {
  const cached = cache.get(key.pk, now);
  if (cached !== undefined) return cached;

  const item = await table.get<StoredParty>(key);
  const state = {
    isEnabled: item !== undefined && item.disabled_datetime === undefined,
    isRestricted: item?.restricted_datetime !== undefined,
  };
  cache.set(key.pk, state, now);
  return state;
}

/** Returns whether a client exists and is not disabled. */
async function isClientEnabled(
  table: Table<'get'>,
  client_id: string,
  now: Date,
): Promise<boolean> {
  if (hasNoItem(client_id)) return true;
  const { isEnabled } = await getState(table, clientKeys.client(client_id), now);
  return isEnabled;
}

/**
 * Returns whether the client and the user of a grant exist and are not disabled, and whether the
 * user has restricted the processing of their data.
 */
export async function getPartyStates(
  table: Table<'get'>,
  { client_id, user_id }: Pick<Grant, 'client_id' | 'user_id'>,
  now: Date,
): Promise<PartyState> {
  const [clientEnabled, user] = await Promise.all([
    isClientEnabled(table, client_id, now),
    getState(table, identityKeys.user(user_id), now),
  ]);
  return { ...user, isEnabled: clientEnabled && user.isEnabled };
}
