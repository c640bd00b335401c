import { unchangedSince } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { maxEntries } from '../bounds.ts';
import { addDays } from '../dates.ts';
import * as dayItems from '../day-item.store.ts';
import { type DayItem, getStorageDate } from '../day-item.ts';
import type { Diary } from '../diary.ts';
import { isMerged } from '../entry.ts';
import type { EntryAddress } from '../entry-id.ts';
import type { MergeState } from '../source.ts';
import { groupDates, isWithin, type Span } from '../span.ts';
import {
  applyChanges,
  type DayItems,
  findImportedEntry,
  getChangeResult,
  type ImportChange,
  type ImportedDays,
  type ImportResult,
} from './import-change.ts';
import { hasDuplicates, mergeDuplicates } from './merge.ts';
import { type DayPlan, listImportedEntries, planDays } from './plan-days.ts';
import * as preferences from './preferences.store.ts';

type ImportDiary = Diary<'query' | 'update'>;

/** The effect of a change on its entry. */
export interface AppliedChange {
  change: ImportChange;
  /** `refused` means that the day has no capacity. */
  result: ImportResult | 'refused';
  /** Whether its entry is hidden, or shown instead of others. */
  isMerged: boolean;
  /** Whether its entry exists afterwards. */
  hasEntry: boolean;
}

/** Maximum attempts to write days, which fail if other requests change them at the same time. */
const maxAttempts = 50;

/**
 * Applies changes to imported entries and decides again which entries are shown (wire.md R9). Each
 * day takes one conditional write, which stores entries and decisions together. Reads and writes
 * repeat until nothing is left to change, so concurrent imports do not affect the result.
 *
 * It decides again for `dates`, too, even if no entry on them changes.
 */
export async function syncDays(
  diary: ImportDiary,
  changes: readonly ImportChange[],
  dates: readonly string[] = [],
): Promise<AppliedChange[]> {
  const changedDates = changes.map(({ address }) => address.storageDate);
  const applied: AppliedChange[] = [];
  for (const span of groupDates([...changedDates, ...dates])) {
    const spanChanges = changes.filter(({ address }) =>
      isWithin(span, address.storageDate),
    );
    applied.push(...(await syncSpan(diary, span, spanChanges)));
  }
  return applied;
}

async function syncSpan(
  diary: ImportDiary,
  span: Span,
  changes: readonly ImportChange[],
): Promise<AppliedChange[]> {
  const results = new Map<ImportChange, ImportResult>();
  const tooLarge = new Set<string>();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const items = await readDays(diary, span);
    const fitting = listFitting(items, changes, tooLarge);
    for (const change of fitting) {
      const result = getChangeResult(items, change);
      if (result !== 'unchanged') results.set(change, result);
    }

    const plans = await planSpan(diary, span, items, fitting);
    if (plans.length === 0) {
      return changes.map((change) => ({
        change,
        // All changes for which the days have capacity are applied by now.
        result: isPending(items, change)
          ? 'refused'
          : (results.get(change) ?? 'unchanged'),
        isMerged: isMergedAt(items, change.address),
        hasEntry: findImportedEntry(items, change.address) !== undefined,
      }));
    }
    for (const plan of plans) {
      const isTooLarge = !(await writeDay(diary, items.get(plan.date), plan));
      if (isTooLarge) tooLarge.add(plan.date);
    }
  }
  throw new Error('The days of a diary changed during every attempt of an import.');
}

/**
 * Reads the days of a span and two days on each side. A change can affect which entries are shown
 * on the days next to the span, and these can have duplicates one day further away.
 */
async function readDays(
  { table, user_id }: Diary<'query'>,
  { first, last }: Span,
): Promise<DayItems> {
  const range = keys.diaryDays(user_id, addDays(first, -2), addDays(last, 2));
  const items = await table.query<DayItem & { sk: string }>(range);
  return new Map(items.map((item) => [getStorageDate(item), item]));
}

/** Returns the changes without those for which a day has no capacity. */
function listFitting(
  items: DayItems,
  changes: readonly ImportChange[],
  tooLarge: ReadonlySet<string>,
): ImportChange[] {
  const added = new Map<string, number>();
  return changes.filter((change) => {
    const date = change.address.storageDate;
    const result = getChangeResult(items, change);
    if (result !== 'removed' && tooLarge.has(date)) return false;
    if (result !== 'created') return true;

    const count = (added.get(date) ?? items.get(date)?.entry_count ?? 0) + 1;
    if (count > maxEntries) return false;
    added.set(date, count);
    return true;
  });
}

function isMergedAt(items: DayItems, address: EntryAddress): boolean {
  const entry = findImportedEntry(items, address);
  return entry !== undefined && isMerged(entry);
}

/** Returns whether a change would still change an entry. */
function isPending(items: DayItems, change: ImportChange): boolean {
  return getChangeResult(items, change) !== 'unchanged';
}

/** Returns the writes that are left to do in a span and on the days next to it. */
async function planSpan(
  { table, user_id }: Diary<'query'>,
  { first, last }: Span,
  items: DayItems,
  changes: readonly ImportChange[],
): Promise<DayPlan[]> {
  const entries = listImportedEntries(items);
  const days: ImportedDays = {
    entries,
    withdrawals: new Map(),
    removedBatches: new Set(),
  };
  applyChanges(days, items, changes);
  const imported = [...days.entries.values()];
  const states = hasDuplicates(imported)
    ? mergeDuplicates(imported, await preferences.load(table, user_id))
    : new Map<string, MergeState>();

  const decided = { first: addDays(first, -1), last: addDays(last, 1) };
  const plans = planDays(items, days, states);
  return plans.filter(({ date }) => isWithin(decided, date));
}

/**
 * Writes a day unless it has changed since it was read, in which case the next attempt reads it.
 * Returns false only if its item would exceed 400 KB.
 */
async function writeDay(
  diary: ImportDiary,
  item: DayItem | undefined,
  { date, change }: DayPlan,
): Promise<boolean> {
  const condition = unchangedSince(item ?? {});
  const outcome = await dayItems.updateWithoutReturnValues(diary, date, {
    change,
    condition,
  });
  return outcome !== undefined;
}
