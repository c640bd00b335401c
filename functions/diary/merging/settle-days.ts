import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import type { DayItem, Diary } from '#functions/diary/entry/day-item.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { maxTransactionChanges } from '#shared/table/writes.ts';
import type { DayItems } from './imported-entry.ts';
import { loadDays } from './load-days.store.ts';
import { planChange } from './plan-change.ts';

/** The number of days that are decided at a time, which limits the memory that this takes. */
const maxDates = 60;

/** Maximum attempts to write days, which fail if other requests change them at the same time. */
const maxAttempts = 50;

/**
 * Decides again which imported entries of some days are shown. Reads and writes repeat until
 * nothing is left to change, so the last of several concurrent requests has read the entries of
 * all. Returns the items of the days and of those around them.
 */
export async function settleDays(
  diary: Diary<'getEach' | 'query' | 'put' | 'update' | 'transact'>,
  dates: readonly string[],
): Promise<DayItems> {
  const sorted = [...new Set(dates)].sort();
  const settled = new Map<string, DayItem>();
  for (let start = 0; start < sorted.length; start += maxDates) {
    const items = await settle(diary, sorted.slice(start, start + maxDates));
    for (const [date, item] of items) settled.set(date, item);
  }
  return settled;
}

async function settle(
  diary: Diary<'getEach' | 'query' | 'put' | 'update' | 'transact'>,
  dates: readonly string[],
): Promise<DayItems> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const days = await loadDays(diary, dates);
    const { updates } = await planChange(diary, days, () => undefined);
    if (updates.length === 0) return days.items;
    if (updates.length > maxTransactionChanges && dates.length > 1)
      return settleHalves(diary, dates);

    // Further updates of one date are of days to which entries were moved, and these are always
    // shown. The three days that show and hide entries come last.
    const failures = await dayItems.writeAll(
      diary,
      updates.slice(-maxTransactionChanges),
    );
    if (!failures.some(({ cause }) => cause === 'size')) continue;
    // A day without room for the decision shows what it did before. It does not stop other days.
    return dates.length === 1 ? days.items : settleHalves(diary, dates);
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

async function settleHalves(
  diary: Diary<'getEach' | 'query' | 'put' | 'update' | 'transact'>,
  dates: readonly string[],
): Promise<DayItems> {
  const middle = Math.ceil(dates.length / 2);
  const first = await settle(diary, dates.slice(0, middle));
  const second = await settle(diary, dates.slice(middle));
  return new Map([...first, ...second]);
}
