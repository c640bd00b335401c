import { keys } from '../../table/keys.ts';
import type { Table } from '../../table/table.ts';
import { addDays } from '../dates.ts';
import { type DayItem, getDayDate, listNewDates } from '../day-item.ts';
import type { Diary } from '../diary.ts';
import type { MergeState } from '../source.ts';
import { groupDates, isWithin, type Span } from '../span.ts';
import type { DayItems, ImportedDays } from './import-change.ts';
import { hasDuplicates, mergeDuplicates } from './merge.ts';
import { type DayPlan, listImportedEntries, planDays } from './plan-days.ts';
import * as preferences from './preferences.store.ts';

/** The items of the days around a span. */
export interface LoadedDays {
  span: Span;
  /** The span and two days on each side. */
  loaded: Span;
  items: DayItems;
}

/**
 * Reads the days of a span and two days on each side. A change can affect which entries are shown
 * on the days next to the span, and these can have duplicates one day further away. Also reads the
 * days to which entries of these days were moved, and `dates`.
 */
export async function loadDays(
  diary: Diary<'query'>,
  span: Span,
  dates: readonly string[] = [],
): Promise<LoadedDays> {
  const loaded = { first: addDays(span.first, -2), last: addDays(span.last, 2) };
  const items = await readItems(diary, loaded);
  const newDates = items.flatMap(([, item]) => listNewDates(item));
  const otherDates = [...newDates, ...dates].filter((date) => !isWithin(loaded, date));
  const reads = groupDates(otherDates).map((other) => readItems(diary, other));
  const otherItems = await Promise.all(reads);
  return { span, loaded, items: new Map([...otherItems.flat(), ...items]) };
}

async function readItems(
  { table, user_id }: Diary<'query'>,
  { first, last }: Span,
): Promise<[string, DayItem][]> {
  const range = keys.diaryDays(user_id, first, last);
  const items = await table.query<DayItem & { sk: string }>(range);
  return items.map((item) => [getDayDate(item), item]);
}

/**
 * Returns the updates that are left to do on the days of a span and next to it, after `change` has
 * changed their entries.
 */
export async function planChange(
  { table, user_id }: { table: Table<'query'>; user_id: string },
  { span, loaded, items }: LoadedDays,
  change: (days: ImportedDays) => void,
): Promise<DayPlan[]> {
  const days: ImportedDays = {
    loaded,
    entries: listImportedEntries(items, loaded),
    withdrawals: new Map(),
    removedBatches: new Set(),
  };
  change(days);
  const imported = [...days.entries.values()];
  const states = hasDuplicates(imported)
    ? mergeDuplicates(imported, await preferences.load(table, user_id))
    : new Map<string, MergeState>();

  const decided = { first: addDays(span.first, -1), last: addDays(span.last, 1) };
  return planDays(items, days, { states, decided });
}
