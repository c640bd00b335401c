import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { referenceClientId } from '#functions/auth/client/client.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/**
 * A warm function caches for this time whether a client or a user is enabled. API Gateway caches
 * the authorizer's decision for another 50 seconds, so a disablement takes effect within a minute
 * (wire.md A25).
 */
const ttlMillis = 10_000;

const cache = createTtlCache<boolean>(ttlMillis);

interface Disableable {
  disabled_datetime?: string;
}

/** Returns whether an item exists and is not disabled. */
async function isEnabled(table: Table<'get'>, key: Key, now: Date): Promise<boolean> {
  const cached = cache.get(key.pk, now);
  if (cached !== undefined) return cached;

  const item = await table.get<Disableable>(key);
  const enabled = item !== undefined && item.disabled_datetime === undefined;
  cache.set(key.pk, enabled, now);
  return enabled;
}

/**
 * Returns whether a client exists and is not disabled. The client of the API reference is a
 * constant that has no item, and is always enabled.
 */
async function isClientEnabled(
  table: Table<'get'>,
  client_id: string,
  now: Date,
): Promise<boolean> {
  return (
    client_id === referenceClientId || isEnabled(table, clientKeys.client(client_id), now)
  );
}

/** Returns whether the client and the user of a grant exist and are not disabled. */
export async function hasEnabledParties(
  table: Table<'get'>,
  { client_id, user_id }: Pick<Grant, 'client_id' | 'user_id'>,
  now: Date,
): Promise<boolean> {
  const states = await Promise.all([
    isClientEnabled(table, client_id, now),
    isEnabled(table, identityKeys.user(user_id), now),
  ]);
  return states.every(Boolean);
}
