import { addDays } from '#functions/diary/entry/dates.ts';
import {
  type DayItem,
  getDayDate,
  listNewDates,
} from '#functions/diary/entry/day-item.ts';
import type { DayUpdate } from '#functions/diary/entry/day-update.ts';
import type { Diary } from '#functions/diary/entry/diary.ts';
import type { MergeState } from '#functions/diary/entry/source.ts';
import { groupDates, isWithinAny, type Span } from '#functions/diary/entry/span.ts';
import { keys } from '#shared/table/keys.ts';
import type { DayItems, ImportedDays } from './import-change.ts';
import { hasDuplicates, mergeDuplicates } from './merge.ts';
import { listImportedEntries, planDays } from './plan-days.ts';
import * as preferences from './preferences.store.ts';

/** The items of some days and of the days around them. */
export interface LoadedDays {
  /** The days, and one day on each side: a change can affect which entries are shown there. */
  decided: readonly Span[];
  /** One day more on each side, because the entries of `decided` can have duplicates there. */
  loaded: readonly Span[];
  items: DayItems;
}

/**
 * Reads some days and the days around them, the days to which entries of these were moved, and
 * `others`. Days that are at most a week apart take one query.
 */
export async function loadDays(
  diary: Diary<'query'>,
  dates: readonly string[],
  others: readonly string[] = [],
): Promise<LoadedDays> {
  const spans = groupDates(dates);
  const loaded = spans.map((span) => widen(span, 2));
  const items = await readSpans(diary, loaded);
  const newDates = items.flatMap(([, item]) => listNewDates(item));
  const otherDates = [...newDates, ...others].filter(
    (date) => !isWithinAny(loaded, date),
  );
  const otherItems = await readSpans(diary, groupDates(otherDates));
  const decided = spans.map((span) => widen(span, 1));
  return { decided, loaded, items: new Map([...otherItems, ...items]) };
}

function widen({ first, last }: Span, days: number): Span {
  return { first: addDays(first, -days), last: addDays(last, days) };
}

async function readSpans(
  diary: Diary<'query'>,
  spans: readonly Span[],
): Promise<[string, DayItem][]> {
  const items = await Promise.all(spans.map((span) => readItems(diary, span)));
  return items.flat();
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
 * Returns the updates that are left to do on the decided days, after `change` has changed their
 * entries.
 */
export async function planChange(
  { table, user_id }: Diary<'query'>,
  { decided, loaded, items }: LoadedDays,
  change: (days: ImportedDays) => void,
): Promise<DayUpdate[]> {
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
  return planDays(items, days, { states, decided });
}
