import { addDays } from '#shared/diary/dates.ts';
import { syncDays } from '#shared/diary/merge/sync-days.store.ts';
import type { MergeRequest } from '#shared/remote-connection/sync-request.ts';
import { exists } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { toAddress, type WorkoutRecord } from '../import/workout-record.store.ts';

/** How many days changed priorities are applied to at once (decision R9). */
const recentDays = 30;

/** Decides again which imported entries are shown. It can be repeated after an interruption. */
export async function mergeAgain(
  table: Table<'query' | 'update' | 'delete'>,
  user_id: string,
  request: MergeRequest,
  now: Date,
): Promise<void> {
  const { remote_connection_id } = request;
  if (remote_connection_id === undefined) {
    await syncDays({ table, user_id }, [], listRecentDays(now));
    return;
  }

  const all = await table.query<WorkoutRecord & Key>(keys.importedWorkouts(user_id));
  const records = all.filter(
    (record) => record.remote_connection_id === remote_connection_id,
  );
  if (request.deletes_entries) await removeEntries(table, user_id, records);
  else {
    const dates = records.map(({ storage_date }) => storage_date);
    await syncDays({ table, user_id }, [], dates);
  }
}

function listRecentDays(now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return Array.from({ length: recentDays }, (_, index) => addDays(today, -index));
}

/**
 * Removes imported entries, except those that the person has edited. The records go last, so a
 * repeat finds what is left. Without records, a new connection imports the workouts again.
 */
async function removeEntries(
  table: Table<'query' | 'update' | 'delete'>,
  user_id: string,
  records: readonly (WorkoutRecord & Key)[],
): Promise<void> {
  const removals = records.map((record) => ({
    kind: 'removal' as const,
    address: toAddress(record),
    keepsEdited: true,
  }));
  await syncDays({ table, user_id }, removals);
  for (const { pk, sk } of records) await table.delete({ pk, sk }, exists);
}
