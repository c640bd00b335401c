import { maxEntries } from '../bounds.ts';
import * as dayItems from '../day-item.store.ts';
import type { Diary } from '../diary.ts';
import { isMerged } from '../entry.ts';
import type { EntryAddress } from '../entry-id.ts';
import { groupDates, isWithin, type Span } from '../span.ts';
import {
  applyChanges,
  type DayItems,
  findImportedEntry,
  getChangeResult,
  type ImportChange,
  type ImportResult,
  isStored,
} from './import-change.ts';
import { loadDays, planChange } from './load-days.store.ts';
import type { DayPlan } from './plan-days.ts';

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
  const changedDates = changes.map(({ address }) => address.firstDate);
  const applied: AppliedChange[] = [];
  for (const span of groupDates([...changedDates, ...dates])) {
    const spanChanges = changes.filter(({ address }) =>
      isWithin(span, address.firstDate),
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
    const days = await loadDays(diary, span);
    const { items } = days;
    const fitting = listFitting(items, changes, tooLarge);
    for (const change of fitting) {
      const result = getChangeResult(items, change);
      if (result !== 'unchanged') results.set(change, result);
    }

    const plans = await planChange(diary, days, (imported) =>
      applyChanges(imported, items, fitting),
    );
    if (plans.length === 0) {
      return changes.map((change) => ({
        change,
        // All changes for which the days have capacity are applied by now.
        result: isPending(items, change)
          ? 'refused'
          : (results.get(change) ?? 'unchanged'),
        isMerged: isMergedAt(items, change.address),
        hasEntry: isStored(items, change.address),
      }));
    }
    for (const plan of plans) {
      const isTooLarge = !(await writeDay(diary, plan));
      if (isTooLarge) tooLarge.add(plan.date);
    }
  }
  throw new Error('The days of a diary changed during every attempt of an import.');
}

/** Returns the changes without those for which a day has no capacity. */
function listFitting(
  items: DayItems,
  changes: readonly ImportChange[],
  tooLarge: ReadonlySet<string>,
): ImportChange[] {
  const added = new Map<string, number>();
  return changes.filter((change) => {
    const date = change.address.firstDate;
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

/**
 * Writes a day unless it has changed since it was read, in which case the next attempt reads it.
 * Returns false only if its item would exceed 400 KB.
 */
async function writeDay(diary: ImportDiary, plan: DayPlan): Promise<boolean> {
  const outcome = await dayItems.updateWithoutReturnValues(diary, plan);
  return outcome !== undefined;
}
