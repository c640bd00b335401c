import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Table } from '#shared/table/table.ts';
import { whileBusy } from '#shared/table/wait-for-table.ts';
import { type FoodStores, maxDayAttempts } from './import-foods.ts';
import type { ExportedRow, ExportImport } from './plan-export-day.ts';
import type { RowOutcome } from './plan-food-day.ts';
import { findPlace, planMove } from './plan-move.ts';

type MoveStores = FoodStores & { table: Table<'getEach'> };

/**
 * Stores an entry of an export that was moved there, and removes it where an earlier export has it,
 * all days in one transaction. Returns what became of it, or undefined if a check has failed.
 */
export async function importMoved(
  { table, checks, pause }: MoveStores,
  user_id: string,
  moved: ExportedRow,
  by: ExportImport,
  now: Date,
): Promise<RowOutcome | undefined> {
  for (let attempt = 0; attempt < maxDayAttempts; attempt += 1) {
    const items = await whileBusy(pause, () => readPlaces({ table, user_id }, moved));
    const { updates, outcome } = planMove(items, moved, by, now);
    if (updates.length === 0) return outcome;
    const writes = updates.map((update) => dayItems.toTransactionChange(user_id, update));
    const result = await whileBusy(pause, () => table.transact([...checks, ...writes]));
    if (result.done) return outcome;
    if (result.failures.some(({ cause }) => cause === 'size'))
      throw serviceError('item_too_large');
    if (result.failures.some(({ index }) => index < checks.length)) return undefined;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/** Reads the days on which an entry was created, is now, and was in an earlier export. */
async function readPlaces(
  diary: Parameters<typeof dayItems.findDays>[0],
  moved: ExportedRow,
) {
  const { firstDate, entry } = moved;
  const dates = new Set([firstDate, entry.date]);
  const items = new Map(await dayItems.findDays(diary, [...dates]));
  const place = findPlace(items.get(firstDate) ?? {}, moved);
  if (dates.has(place)) return items;
  return new Map([...items, ...(await dayItems.findDays(diary, [place]))]);
}
