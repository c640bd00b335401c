import { syncDays } from '#shared/diary/merge/sync-days.store.ts';
import type { MessageResult } from '#shared/queue/consume.ts';
import type { CleanupRequest } from '#shared/remote-connection/sync-request.ts';
import { leaseSeconds } from '#shared/remote-connection/sync-state.store.ts';
import { exists } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { toAddress, type WorkoutRecord } from '../import/workout-record.store.ts';

type CleanupTable = Table<'get' | 'query' | 'update' | 'delete'>;

/**
 * Deletes the entries of a revoked connection, or decides again which are shown. It can be repeated
 * after an interruption.
 *
 * A sync that was running may store workouts after the revocation, for as long as it had the lease.
 * The request is therefore processed again after that time.
 */
export async function cleanUp(
  table: CleanupTable,
  user_id: string,
  { id }: Pick<CleanupRequest, 'id'>,
  now: Date,
): Promise<MessageResult> {
  // A repeated revocation may have replaced the request.
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
    await removeEntries(table, user_id, records);
    if (isFinal) await forget(table, records);
    return;
  }
  const dates = records.map(({ storage_date }) => storage_date);
  await syncDays({ table, user_id }, [], dates);
}

/** Removes imported entries, except those that the person has edited. */
async function removeEntries(
  table: CleanupTable,
  user_id: string,
  records: readonly (WorkoutRecord & Key)[],
): Promise<void> {
  const removals = records.map((record) => ({
    kind: 'removal' as const,
    address: toAddress(record),
    by: 'import' as const,
  }));
  await syncDays({ table, user_id }, removals);
}

/**
 * Deletes the records of workouts, so a new connection imports them again. They go last: a sync
 * that was running may have read them, and a repeat finds what is left.
 */
async function forget(table: CleanupTable, records: readonly Key[]): Promise<void> {
  for (const { pk, sk } of records) await table.delete({ pk, sk }, exists);
}
