import type { DayRange } from './dates.ts';
import * as dayItems from './day-item.store.ts';
import {
  type Diary,
  type EntryAddress,
  findNextVisit,
  findStoredEntry,
  listShownEntries,
  listStoredEntries,
  visitDay,
} from './day-item.ts';
import type { Entry } from './entry.ts';
import { toVisible } from './visibility.ts';

/** Lists the entries of a day, in the order in which they were written. */
export async function list(diary: Diary<'get'>, date: string): Promise<Entry[]> {
  const item = await dayItems.find(diary, date);
  return listShownEntries(listStoredEntries(item, date), diary.hidden_types);
}

/** Returns an entry, or undefined if there is none for the caller at the address. */
export function find(
  diary: Diary<'get'>,
  address: EntryAddress,
): Promise<Entry | undefined> {
  return visitDay(address, async (date) => {
    const item = await dayItems.find(diary, date);
    const entry = findStoredEntry(item, address);
    if (!entry) return findNextVisit(address, date, item);
    return { result: toVisible(entry, diary.hidden_types) };
  });
}

/** Lists the entries shown on the days of a range, in the order in which they were written. */
export async function listRange(
  diary: Diary<'query'>,
  range: DayRange,
): Promise<Entry[]> {
  const days = await dayItems.list(diary, range);
  const stored = days.flatMap(([date, item]) => listStoredEntries(item, date));
  return listShownEntries(stored, diary.hidden_types);
}
