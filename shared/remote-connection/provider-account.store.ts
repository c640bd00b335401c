import { toDigest } from '../auth/secrets.ts';
import { isNew, unchangedSince } from '../table/condition.ts';
import { keys, toOwnedAttributes } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { ConnectionIds } from './due-index.ts';
import type { RemoteConnection } from './remote-connection.ts';

/** An account at a provider. */
export type ProviderAccount = Pick<RemoteConnection, 'type' | 'remote_id'>;

/** Which connection a provider account belongs to. An account belongs to at most one. */
interface AccountClaim {
  user_id: string;
  remote_connection_id: string;
  claimed_datetime: string;
}

/**
 * How long a claim is valid before its connection is stored. It exceeds the time limit of every
 * function that stores a connection after its claim.
 */
const pendingClaimMs = 60_000;

/**
 * Claims a provider account for a connection that does not exist yet. Returns the id to store the
 * connection under, or undefined if the account belongs to another user (decision 0045).
 *
 * A claim is valid while its connection exists, so deleting the connection releases the account. A
 * claim whose connection was never stored is valid for a minute.
 */
export async function claimAccount(
  table: Table<'get' | 'put'>,
  { type, remote_id }: ProviderAccount,
  { user_id, id }: { user_id: string; id: string },
  now: Date,
): Promise<string | undefined> {
  const key = keys.providerAccount(toDigest(`${type} ${remote_id}`));
  const claim = {
    ...key,
    ...toOwnedAttributes(user_id, key),
    user_id,
    remote_connection_id: id,
    claimed_datetime: now.toISOString(),
  };
  const first = await table.put<AccountClaim>(claim, isNew);
  if (first.done) return id;

  const { existing } = first;
  if (!existing) return undefined;
  if (await isActive(table, existing, now)) return findClaimedId(existing, user_id);

  const second = await table.put<AccountClaim>(claim, unchangedSince(existing));
  return second.done ? id : findClaimedId(second.existing, user_id);
}

/** Returns whether a claim has a connection, or is so recent that one is about to be stored. */
async function isActive(
  table: Table<'get'>,
  { user_id, remote_connection_id, claimed_datetime }: AccountClaim,
  now: Date,
): Promise<boolean> {
  const age = now.getTime() - Date.parse(claimed_datetime);
  if (age < pendingClaimMs) return true;

  const connection = await table.get(
    keys.remoteConnection(user_id, remote_connection_id),
  );
  return connection !== undefined;
}

/** Returns the id in the claim of a user, or undefined if the account belongs to another user. */
function findClaimedId(
  claim: AccountClaim | undefined,
  user_id: string,
): string | undefined {
  return claim?.user_id === user_id ? claim.remote_connection_id : undefined;
}

/**
 * Returns the ids in the claim of a provider account, or undefined if it was never connected. The
 * connection may no longer exist.
 */
export async function findConnectionIds(
  table: Table<'get'>,
  { type, remote_id }: ProviderAccount,
): Promise<ConnectionIds | undefined> {
  const key = keys.providerAccount(toDigest(`${type} ${remote_id}`));
  const claim = await table.get<AccountClaim>(key);
  if (!claim) return undefined;
  const { user_id, remote_connection_id } = claim;
  return { user_id, remote_connection_id };
}
