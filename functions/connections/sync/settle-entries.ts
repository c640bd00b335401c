import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { settleConnectedTypes } from '#functions/connections/connection/connected-types.store.ts';
import type { CleanupRequest } from '#functions/connections/connection/sync-request.store.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { isOfConnection } from '#functions/diary/measurement/measurement.ts';
import { deleteWhere } from '#functions/diary/measurement/measurement-deletion.store.ts';
import { settleDays } from '#functions/diary/merging/settle-days.ts';
import { removeWorkouts } from '#functions/diary/workout-import/remove-workouts.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import type { Table } from '#shared/table/table.ts';

type CleanupTable = Table<
  'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'transact'
>;

type RemovedConnection = Pick<
  CleanupRequest,
  'id' | 'remote_connection_type' | 'deletes_entries' | 'after'
>;

interface Cleanup {
  /** How many entries stay because an item would be too large. */
  refused: number;
  /** The day after which the next clean-up goes on, if this one had no time for all. */
  after?: string | undefined;
}

/**
 * Deletes the entries of a removed connection, except those that the person has edited, and its
 * measurements, if the person or the terms of the provider want it. Otherwise decides again which
 * duplicates are shown. A repeat completes an interrupted clean-up. No import writes for the
 * connection any more, so one clean-up is enough. It stops while there is still time for a step as
 * slow as the slowest one. The next one begins at the first entry that stays because an item would
 * be too large.
 */
export async function cleanUp(
  table: CleanupTable,
  user_id: string,
  { id, remote_connection_type, deletes_entries, after }: RemovedConnection,
  getRemainingMs = () => Infinity,
): Promise<Cleanup> {
  const overrides = await findOverrides(table);
  const { erase_on_disconnect } = getPolicy(overrides, remote_connection_type);
  const isErased = deletes_entries || erase_on_disconnect;
  if (isErased && after === undefined)
    await deleteWhere(table, user_id, isOfConnection(id));
  let refused = 0;
  const startMs = getRemainingMs();
  const own = { user_id, remote_connection_id: id };
  const all = await records.listByConnection(table, own);
  let beginMs = getRemainingMs();
  const readMs = startMs - beginMs;
  let longestMs = 0;
  let last: string | undefined;
  for (const subjects of splitAtDates(all, after)) {
    if (isErased) refused += await removeWorkouts(table, user_id, { id, subjects });
    else {
      const dates = subjects.map(({ storage_date }) => storage_date);
      await settleDays({ table, user_id }, dates);
    }
    if (refused === 0) last = subjects.at(-1)?.storage_date;
    const leftMs = getRemainingMs();
    longestMs = Math.max(longestMs, beginMs - leftMs);
    beginMs = leftMs;
    if (leftMs < 2 * longestMs) return { refused, after: last };
  }
  // The records are read once more, which the next clean-up has time for.
  if (last !== undefined && beginMs < 2 * readMs) return { refused, after: last };
  await settleConnectedTypes(table, user_id);
  return { refused };
}

/**
 * The records of a step of a clean-up, as many as ten transactions have, and those of their day.
 */
const stepSize = 320;

/** Splits the records after a day, which are sorted by days, into those of some days. */
function* splitAtDates(
  sorted: readonly records.StoredRecord[],
  after = '',
): Generator<records.StoredRecord[]> {
  let step: records.StoredRecord[] = [];
  for (const record of sorted) {
    const { storage_date } = record;
    if (storage_date <= after) continue;
    if (step.length >= stepSize && step.at(-1)?.storage_date !== storage_date) {
      yield step;
      step = [];
    }
    step.push(record);
  }
  if (step.length > 0) yield step;
}

/** The number of recent days to which changed priorities apply at once (wire.md R9). */
const recentDays = 30;

/** Decides again which duplicates of recent days are shown. An interrupted call can be repeated. */
export async function mergeAgain(
  table: Table<'getEach' | 'query' | 'put' | 'update' | 'transact'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await settleDays({ table, user_id }, listRecentDays(now));
}

function listRecentDays(now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return Array.from({ length: recentDays }, (_, index) => addDays(today, -index));
}
