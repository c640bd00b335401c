import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { type Client, hasNoItem, isEnabled } from '#functions/auth/client/client.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import type { SetQuotas } from '#functions/auth/quota/quota.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** The state of a client or of a user. */
interface PartyState {
  isEnabled: boolean;
  /** Whether a user has restricted the processing of their data. */
  isRestricted: boolean;
  /** Whether a client is the operator's own. */
  isOwn: boolean;
  /** The limits that the operator has set for a client. */
  limits?: SetQuotas | undefined;
  /** The types of which a user has data, or may have. */
  connectedTypes: readonly string[];
}

/**
 * The states that a warm function knows. API Gateway caches the authorizer's decision for another
 * 50 seconds, so a change takes effect within a minute.
 */
const cache = createTtlCache<PartyState>(10_000);

/** The members of a client or of a user that the authorizer reads. */
type StoredParty = Pick<Client, 'disabled_datetime' | 'approval' | 'own' | 'limits'> &
  Pick<UserProfile, 'restricted_datetime' | 'connected_types'>;

/** Reads the state of a client or of a user. One that does not exist is not enabled. */
async function readState(table: Table<'get'>, key: Key): Promise<PartyState> {
  const item = await table.get<StoredParty>(key);
  return {
    isEnabled: isEnabled(item),
    isRestricted: item?.restricted_datetime !== undefined,
    isOwn: item?.own === true,
    limits: item?.limits,
    connectedTypes: [...(item?.connected_types ?? [])],
  };
}

/** The state of a client without an item, which is always enabled. */
const stateWithoutItem = { isEnabled: true, isOwn: true, limits: undefined };

/**
 * Returns whether the client and the user of a grant exist and are not disabled, whether the client
 * is an own one, its limits, whether the user has restricted the processing of their data, and of
 * which types they have data.
 */
export async function getPartyStates(
  table: Table<'get'>,
  { client_id, user_id }: Pick<Grant, 'client_id' | 'user_id'>,
  now: Date,
): Promise<PartyState> {
  const getState = (key: Key) =>
    cache.getOrRead(key.pk, now, () => readState(table, key));
  const [client, user] = await Promise.all([
    hasNoItem(client_id) ? stateWithoutItem : getState(clientKeys.client(client_id)),
    getState(identityKeys.user(user_id)),
  ]);
  const { isEnabled, isOwn, limits } = client;
  return { ...user, isEnabled: isEnabled && user.isEnabled, isOwn, limits };
}
