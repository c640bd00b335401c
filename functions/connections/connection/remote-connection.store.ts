import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { serviceError } from '#shared/errors/errors.ts';
import {
  belowOrAbsent,
  equals,
  exists,
  isNew,
  toQuotaDecrease,
} from '#shared/table/condition.ts';
import { type Key, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { connectionKeys } from './remote-connection.keys.ts';
import type { RemoteConnection } from './remote-connection.ts';
import { toCleanup } from './sync-request.store.ts';
import type { ConnectionIds, SyncedConnection } from './sync-state.ts';

/** Lists the user's connections by creation date, which is the order of their ids. */
export function list(
  table: Table<'query'>,
  user_id: string,
): Promise<SyncedConnection[]> {
  return table.query<SyncedConnection>(originKeys.remoteConnections(user_id));
}

/** Returns one of the user's connections, or undefined if there is none. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<RemoteConnection | undefined> {
  return table.get<RemoteConnection>(originKeys.remoteConnection(user_id, id));
}

/**
 * Returns the changes that remove one of the user's connections together with the provider's
 * tokens, and release its account. They fail if the connection was removed before.
 */
export function toRemoval(user_id: string, { id, ...account }: ConnectedAccount) {
  const isItsOwn = { remote_connection_id: equals(id) };
  return [
    { delete: originKeys.remoteConnection(user_id, id), condition: exists },
    { delete: toAccountKey(account), condition: isItsOwn },
  ] satisfies TransactionChange[];
}

/**
 * Records the time of a successful sync unless a later one is recorded, so syncs can be recorded in
 * any order. Returns the connection, or undefined if there is none.
 */
export async function recordSync(
  table: Table<'update'>,
  user_id: string,
  id: string,
  at: Date,
): Promise<RemoteConnection | undefined> {
  const last_sync_time = at.toISOString();
  const key = originKeys.remoteConnection(user_id, id);
  const change = { set: { last_sync_time } };
  const isLatest = { ...exists, last_sync_time: belowOrAbsent(last_sync_time) };
  const result = await table.update<RemoteConnection>(key, change, isLatest);
  return result.done ? result.item : result.existing;
}

export type ProviderAccount = Pick<RemoteConnection, 'type' | 'remote_id'>;

type ConnectedAccount = ProviderAccount & Pick<RemoteConnection, 'id'>;

function toAccountKey({ type, remote_id }: ProviderAccount): Key {
  return connectionKeys.providerAccount(toDigest(`${type} ${remote_id}`));
}

/**
 * Returns the change that assigns an account to a new connection, in one transaction with the
 * connection. It fails if the account has a connection (decision 0045).
 */
export function toAssignment(account: ProviderAccount, ids: ConnectionIds) {
  const key = toAccountKey(account);
  const put = { ...key, ...toOwnedAttributes(ids.user_id, key), ...ids };
  return { put, condition: isNew } satisfies TransactionChange;
}

/** Returns the ids of the connection of a provider account, or undefined if it has none. */
export function findConnectionIds(
  table: Table<'get'>,
  account: ProviderAccount,
): Promise<ConnectionIds | undefined> {
  return table.get<ConnectionIds>(toAccountKey(account));
}

interface Disconnection {
  deletes_entries: boolean;
  /** The types of which an application may not see, nor delete, the entries. */
  hidden_types?: readonly string[];
  now: Date;
}

/**
 * Removes one of the user's connections together with the provider's tokens. The same transaction
 * no longer counts the connection, and requests to clean up the diary. Returns the connection, or
 * undefined if it did not exist. Throws `entries_hidden` for entries that the caller may not see,
 * and `unavailable` if nothing could be changed.
 */
export async function disconnect(
  table: Table<'get' | 'put' | 'update' | 'delete' | 'transact'>,
  user_id: string,
  id: string,
  { deletes_entries, hidden_types = [], now }: Disconnection,
): Promise<RemoteConnection | undefined> {
  const connection = await find(table, user_id, id);
  if (!connection) return undefined;
  if (deletes_entries && hidden_types.includes(connection.type))
    throw serviceError('entries_hidden');

  const { type: remote_connection_type } = connection;
  const cleanup = { id, reason: 'disconnected' as const, remote_connection_type };
  const request = toCleanup(user_id, { ...cleanup, deletes_entries }, now);
  const result = await table.transact([
    ...toRemoval(user_id, connection),
    toQuotaDecrease(connectionKeys.remoteConnectionCount(user_id)),
    { put: request, condition: isNew },
  ]);
  if (result.done) return connection;
  const isDeleted = result.failures.some(
    ({ index, cause }) => index === 0 && cause === 'condition',
  );
  if (!isDeleted) throw serviceError('unavailable', { cause: 'concurrent_changes' });
  return undefined;
}
