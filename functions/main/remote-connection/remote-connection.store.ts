import { belowOrAbsent, exists } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { RemoteConnection } from './remote-connection.ts';

/** The user's connections in the order in which they were made: their ids sort so. */
export function list(table: Table<'query'>, user_id: string): Promise<RemoteConnection[]> {
  return table.query<RemoteConnection>(keys.remoteConnections(user_id));
}

/** One of the user's connections. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<RemoteConnection | undefined> {
  return table.get<RemoteConnection>(keys.remoteConnection(user_id, id));
}

/**
 * Removes one of the user's connections and the provider's tokens with it; false where there is
 * none (decision R5).
 */
export function remove(table: Table<'delete'>, user_id: string, id: string): Promise<boolean> {
  return table.delete(keys.remoteConnection(user_id, id), exists);
}

/**
 * Records that data arrived with success at `at`. Nothing changes where a later time is recorded
 * already, so syncs may be reported in any order. Undefined where the user has no such connection.
 */
export async function recordSync(
  table: Table<'update'>,
  user_id: string,
  id: string,
  at: Date,
): Promise<RemoteConnection | undefined> {
  const last_sync_time = at.toISOString();
  const outcome = await table.update<RemoteConnection>(
    keys.remoteConnection(user_id, id),
    { set: { last_sync_time } },
    { ...exists, last_sync_time: belowOrAbsent(last_sync_time) },
  );
  return outcome.done ? outcome.row : outcome.existing;
}
