import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import {
  type DayItem,
  type Diary,
  type EntryAddress,
  findNextVisit,
  findStoredEntry,
  visitDay,
} from '#functions/diary/entry/day-item.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { toVisible } from '#functions/diary/entry/visibility.ts';
import { seriesKeys } from '../series.keys.ts';
import type { StoredSeries } from '../series.store.ts';

/** An entry and its series, if it has one. */
export interface EntryWithSeries {
  entry: Entry;
  stored: StoredSeries | undefined;
}

/**
 * Reads an entry together with its series, by one call, and one more if the entry has moved.
 * Returns undefined if there is no entry for the caller at the address.
 */
export function findWithEntry(
  { table, user_id, hidden_types }: Diary<'getEach'>,
  address: EntryAddress,
): Promise<EntryWithSeries | undefined> {
  const key = seriesKeys.workoutSeries(user_id, address.batch);
  return visitDay(address, async (date) => {
    const keys = [dayKeys.diaryDay(user_id, date), key];
    const [item, stored] = await table.getEach<object>(keys);
    const found = findStoredEntry(item as DayItem | undefined, address);
    if (!found) return findNextVisit(address, date, item as DayItem | undefined);
    const entry = toVisible(found, hidden_types);
    return { result: entry && { entry, stored: stored as StoredSeries | undefined } };
  });
}
