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
import type { Duplicate } from '#functions/diary/entry/origin.ts';
import { toVisible } from '#functions/diary/entry/visibility.ts';
import {
  canBeCombined,
  requireAddress,
} from '#functions/diary/merging/imported-entry.ts';
import { seriesKeys } from '../series.keys.ts';
import { listStored, type StoredSeries } from '../series.store.ts';

/** An entry and its series, if it has one. */
export interface EntryWithSeries {
  entry: Entry;
  stored: StoredSeries | undefined;
  day: DayItem | undefined;
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
    const day = item as DayItem | undefined;
    const found = findStoredEntry(day, address);
    if (!found) return findNextVisit(address, date, day);
    const entry = toVisible(found, hidden_types);
    return {
      result: entry && { entry, stored: stored as StoredSeries | undefined, day },
    };
  });
}

/** The series of a hidden entry. */
export interface DuplicateWithSeries {
  duplicate: Duplicate;
  stored: StoredSeries;
}

/**
 * Reads the series of the hidden entries that one names to its caller, by one call, unless they are
 * only parts of it. Terms of providers can forbid that they complete others, or are completed. No
 * caller gets that of an entry that it may not see.
 */
export async function listOfDuplicates(
  { table, user_id }: Diary<'getEach'>,
  entry: Entry,
): Promise<DuplicateWithSeries[]> {
  const { source, duplicates: named = [] } = entry.type === 'exercise' ? entry : {};
  const canTake = source !== undefined && canBeCombined({ source });
  const duplicates = named.filter(
    (each) => canTake && each.matched_by !== 'part' && canBeCombined({ source: each }),
  );
  const places = duplicates.map(({ id }) => requireAddress(id));
  const found = await listStored(table, user_id, places);
  return duplicates.flatMap((duplicate, index) => {
    const stored = found[index];
    return stored ? { duplicate, stored } : [];
  });
}
