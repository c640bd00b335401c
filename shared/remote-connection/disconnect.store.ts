import { toEpochSeconds } from '../runtime/time.ts';
import { atMostOrAbsent } from '../table/condition.ts';
import { isWithinKeySizeLimits, keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import * as remoteConnections from './remote-connection.store.ts';
import { type CleanupRequest, requestLifetime } from './sync-request.ts';

/**
 * Removes one of the user's connections together with the provider's tokens (wire.md R5), and
 * requests to clean up the diary. Returns whether the connection existed.
 */
export async function disconnect(
  table: Table<'delete' | 'put'>,
  user_id: string,
  remote_connection_id: string,
  { deletes_entries, now }: { deletes_entries: boolean; now: Date },
): Promise<boolean> {
  const key = keys.syncRequest(user_id, remote_connection_id);
  if (!isWithinKeySizeLimits(key)) return false;

  const requested_at = now.getTime();
  const request: CleanupRequest = {
    id: remote_connection_id,
    reason: 'disconnected',
    deletes_entries,
    requested_at,
    ttl: toEpochSeconds(now) + requestLifetime,
  };
  // The latest of several concurrent requests wins.
  await table.put({ ...key, ...request }, { requested_at: atMostOrAbsent(requested_at) });
  return remoteConnections.remove(table, user_id, remote_connection_id);
}
