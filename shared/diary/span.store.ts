import { keys } from '../table/keys.ts';
import { type DayItem, getStorageDate, listStoredEntries } from './day-item.ts';
import type { Diary } from './diary.ts';
import type { Entry } from './entry.ts';
import { listPointers, listStorageDates } from './pointer.ts';
import { listShownEntries } from './shown-entries.ts';
import { groupDates, isWithin, type Span } from './span.ts';

type DayItems = ReadonlyMap<string, DayItem>;

/**
 * Lists the entries shown on the days of a span, in the order in which they were written. One query
 * is enough unless an entry is stored on a day outside of the span.
 */
export async function listEntries(diary: Diary<'query'>, span: Span): Promise<Entry[]> {
  const items = await readItems(diary, span);
  const pointers = [...items.values()].flatMap(listPointers);
  const otherDates = listStorageDates(pointers).filter((date) => !isWithin(span, date));
  const reads = groupDates(otherDates).map((otherSpan) => readItems(diary, otherSpan));
  const otherItems = await Promise.all(reads);

  // The other spans can include days of this span. The map has each day once.
  const otherPairs = otherItems.flatMap((itemsByDate) => [...itemsByDate]);
  const allItems = new Map([...items, ...otherPairs]);
  const entries = [...allItems].flatMap(([date, item]) => listStoredEntries(item, date));
  return listShownEntries(entries, span);
}

async function readItems(
  { table, user_id }: Diary<'query'>,
  { first, last }: Span,
): Promise<DayItems> {
  const range = keys.diaryDays(user_id, first, last);
  const items = await table.query<DayItem & { sk: string }>(range);
  return new Map(items.map((item) => [getStorageDate(item), item]));
}
