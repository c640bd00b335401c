import type { DayRange } from './dates.ts';
import * as dayItems from './day-item.store.ts';
import {
  type Diary,
  type EntryAddress,
  findNewDate,
  findNextVisit,
  findStoredEntry,
  formatEntryId,
  listShownEntries,
  listStoredEntries,
  parseEntryId,
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

/** The days of which entries are looked up: as many items as one call reads. */
const maxDaysLookedUp = 100;

/**
 * Returns the ids of those entries that exist, moved and hidden ones included, by one call. The
 * first day of an entry has it, or says where it is. Entries of more than 100 days are not looked
 * up, and count as missing.
 */
export async function findExistingIds(
  diary: Diary<'getEach'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const addresses = ids.flatMap((id) => parseEntryId(id) ?? []);
  const dates = new Set(addresses.map(({ firstDate }) => firstDate));
  const read = await dayItems.findDays(diary, [...dates].slice(0, maxDaysLookedUp));
  const days = new Map(read);
  const existing = addresses.filter((address) => {
    const item = days.get(address.firstDate);
    return findStoredEntry(item, address) ?? findNewDate(item, address);
  });
  return new Set(existing.map(formatEntryId));
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

/** The shown entries of a day, in the order in which they were written. */
export interface DayEntries {
  date: string;
  entries: readonly Entry[];
}

/**
 * Reads the days of a range in their order. Only 1 MB of them is in memory at a time, however many
 * they are.
 */
export async function* readDays(
  diary: Diary<'query'>,
  range: DayRange,
): AsyncGenerator<DayEntries> {
  for await (const days of dayItems.readDayItems(diary, range))
    for (const [date, item] of days) {
      const stored = listStoredEntries(item, date);
      yield { date, entries: listShownEntries(stored, diary.hidden_types) };
    }
}
