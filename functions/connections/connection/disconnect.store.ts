import { serviceError } from '#shared/errors/errors.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { isNew, toQuotaDecrease } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import * as remoteConnections from './remote-connection.store.ts';
import { type CleanupRequest, requestLifetime } from './sync-request.ts';

/**
 * Removes one of the user's connections together with the provider's tokens (wire.md R5). The same
 * transaction no longer counts the connection, and requests to clean up the diary. Returns whether
 * the connection existed. Throws `unavailable` if nothing could be changed.
 */
export async function disconnect(
  table: Table<'get' | 'put' | 'update' | 'delete' | 'transact'>,
  user_id: string,
  id: string,
  { deletes_entries, now }: { deletes_entries: boolean; now: Date },
): Promise<boolean> {
  const connection = await remoteConnections.find(table, user_id, id);
  if (!connection) return false;

  const ttl = toEpochSeconds(now) + requestLifetime;
  const request: CleanupRequest = { id, reason: 'disconnected', deletes_entries, ttl };
  const result = await table.transact([
    ...remoteConnections.toRemoval(user_id, connection),
    toQuotaDecrease(keys.remoteConnectionCount(user_id)),
    { put: { ...keys.syncRequest(user_id, id), ...request }, condition: isNew },
  ]);
  if (result.done) return true;
  const isRemoved = result.failures.some(
    ({ index, cause }) => index === 0 && cause === 'condition',
  );
  if (!isRemoved) throw serviceError('unavailable');
  return false;
}
