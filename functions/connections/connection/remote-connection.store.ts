import { belowOrAbsent, exists } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { type ConnectedAccount, toRelease } from './provider-account.store.ts';
import type { RemoteConnection } from './remote-connection.ts';

/** Lists the user's connections by creation date, which is the order of their ids. */
export function list(
  table: Table<'query'>,
  user_id: string,
): Promise<RemoteConnection[]> {
  return table.query<RemoteConnection>(keys.remoteConnections(user_id));
}

/** Returns one of the user's connections, or undefined if there is none. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<RemoteConnection | undefined> {
  return table.get<RemoteConnection>(keys.remoteConnection(user_id, id));
}

/**
 * Returns the changes that remove one of the user's connections together with the provider's tokens
 * (wire.md R5), and release its account. They fail if the connection was removed before.
 */
export function toRemoval(user_id: string, connection: ConnectedAccount) {
  const key = keys.remoteConnection(user_id, connection.id);
  return [
    { delete: key, condition: exists },
    toRelease(connection),
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
  const key = keys.remoteConnection(user_id, id);
  const change = { set: { last_sync_time } };
  const isLatest = { ...exists, last_sync_time: belowOrAbsent(last_sync_time) };
  const result = await table.update<RemoteConnection>(key, change, isLatest);
  return result.done ? result.item : result.existing;
}
