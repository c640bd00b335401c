import { syncDays } from '#shared/diary/merge/sync-days.store.ts';
import type { MessageResult } from '#shared/queue/consume.ts';
import type { CleanupRequest } from '#shared/remote-connection/sync-request.ts';
import { leaseSeconds } from '#shared/remote-connection/sync-state.store.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { forget, toAddress, type WorkoutRecord } from '../import/workout-record.store.ts';

type CleanupTable = Table<'get' | 'query' | 'update' | 'delete'>;

/**
 * Deletes the entries of a removed connection. If the person keeps them, decides again which
 * duplicates are shown. A repeat completes an interrupted clean-up.
 *
 * A sync that was running may store workouts after the removal of the connection, as long as it has
 * its lease. The request is therefore processed again after the longest time of a lease.
 */
export async function cleanUp(
  table: CleanupTable,
  user_id: string,
  { id }: Pick<CleanupRequest, 'id'>,
  now: Date,
): Promise<MessageResult> {
  // The stored request counts, because a repeated removal of the connection may have replaced the
  // request in the message.
  const request = await table.get<CleanupRequest>(keys.syncRequest(user_id, id));
  if (!request) return 'ack';

  const isFinal = now.getTime() - request.requested_at > leaseSeconds * 1000;
  const isConnected = await table.get(keys.remoteConnection(user_id, id));
  if (!isConnected) await removeOrMerge(table, user_id, request, isFinal);
  return isFinal ? 'ack' : 'retry';
}

async function removeOrMerge(
  table: CleanupTable,
  user_id: string,
  { id, deletes_entries }: CleanupRequest,
  isFinal: boolean,
): Promise<void> {
  const all = await table.query<WorkoutRecord & Key>(keys.importedWorkouts(user_id));
  const records = all.filter(({ remote_connection_id }) => remote_connection_id === id);
  if (deletes_entries) {
    const removed = await removeEntries(table, user_id, id, records);
    if (isFinal) await forgetAll(table, removed);
    return;
  }
  const dates = records.map(({ storage_date }) => storage_date);
  await syncDays({ table, user_id }, [], dates);
}

/**
 * Removes the entries of a connection, except those that the person has edited, or that a later
 * connection has imported meanwhile. Returns the records of workouts that have no entry any more.
 */
async function removeEntries<Item extends WorkoutRecord>(
  table: CleanupTable,
  user_id: string,
  upToConnection: string,
  records: readonly Item[],
): Promise<Item[]> {
  const removals = records.map((record) => ({
    kind: 'removal' as const,
    address: toAddress(record),
    upToConnection,
  }));
  const applied = await syncDays({ table, user_id }, removals);
  const kept = new Set(
    applied.filter(({ hasEntry }) => hasEntry).map(({ change }) => change.address.batch),
  );
  return records.filter(({ batch }) => !kept.has(batch));
}

/**
 * Deletes the records of workouts, so a new connection imports them again. The records are deleted
 * last: a sync that was running may still use them, and a repeat finds the entries by them.
 */
async function forgetAll(
  table: CleanupTable,
  records: readonly (WorkoutRecord & Key)[],
): Promise<void> {
  for (const record of records) await forget(table, record);
}
