import { belowOrAbsent, exists } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
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
 * Removes one of the user's connections together with the provider's tokens. Returns whether it
 * existed (wire.md R5).
 */
export function remove(
  table: Table<'delete'>,
  user_id: string,
  id: string,
): Promise<boolean> {
  return table.delete(keys.remoteConnection(user_id, id), exists);
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
