import { maxEntries } from '#shared/diary/bounds.ts';
import * as dayItems from '#shared/diary/day-item.store.ts';
import type { Diary } from '#shared/diary/diary.ts';
import { isMerged } from '#shared/diary/entry.ts';
import {
  applyChanges,
  type DayItems,
  findImportedEntry,
  getChangeResult,
  type ImportChange,
  type ImportResult,
  isStored,
} from '#shared/diary/merge/import-change.ts';
import { loadDays, planChange } from '#shared/diary/merge/load-days.store.ts';
import { settleDays } from '#shared/diary/merge/settle-days.store.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import { maxTransactionChanges } from '#shared/table/transactions.ts';

type RecordOperation = 'put' | 'update' | 'delete';

type ImportDiary = Diary<'query' | RecordOperation | 'check' | 'transact'>;

/** What a change does to its entry. `refused` means that the day has no capacity. */
interface Effect {
  result: ImportResult | 'refused';
  /** Whether the entry exists afterwards. */
  hasEntry: boolean;
}

/** A change of an entry, and of the record that leads to it. Both are in one transaction. */
export interface PlannedChange {
  change: ImportChange;
  /** Returns the change of the record, which can depend on what happens to the entry. */
  toRecordChange(effect: Effect): TransactionChange<RecordOperation> | undefined;
}

/** The effect of a change, and whether its entry is hidden, or shown instead of others. */
export interface AppliedChange extends Effect {
  change: ImportChange;
  isMerged: boolean;
}

/** Work on imported entries that is done for many subjects, e.g. workouts, at once. */
export interface EntryWork<Subject> {
  subjects: readonly Subject[];
  /**
   * Reads what the changes of some subjects depend on, and returns the changes. It is called again
   * with the next `attempt`, counted from 0, if that has changed before they were made.
   */
  prepare(subjects: readonly Subject[], attempt: number): Promise<PlannedChange[]>;
  /** Conditions of each transaction. If one fails, the work ends. */
  checks?: readonly TransactionChange<'check'>[];
}

/**
 * How many subjects a transaction has, if each has a record and a day of its own: a transaction has
 * at most 100 changes.
 */
const batchSize = 48;

/** Maximum attempts to write days, which fail if other requests change them at the same time. */
const maxAttempts = 50;

/**
 * Changes imported entries, and decides again which entries are shown (wire.md R9). Each
 * transaction has the changes of up to 48 subjects. Returns the effects, or undefined if a check
 * has failed: the transactions before that one are done, no others.
 */
export async function changeEntries<Subject>(
  diary: ImportDiary,
  work: EntryWork<Subject>,
): Promise<AppliedChange[] | undefined> {
  const applied: AppliedChange[] = [];
  for (let start = 0; start < work.subjects.length; start += batchSize) {
    const subjects = work.subjects.slice(start, start + batchSize);
    const changes = await changeBatch(diary, { ...work, subjects });
    if (!changes) return undefined;
    applied.push(...changes);
  }
  return applied;
}

/** Changes the entries of some subjects in one transaction, or in several if one is too large. */
async function changeBatch<Subject>(
  diary: ImportDiary,
  work: EntryWork<Subject>,
): Promise<AppliedChange[] | undefined> {
  const { subjects, prepare, checks = [] } = work;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const planned = await prepare(subjects, attempt);
    const write = await planWrite(diary, planned);
    if (write.changes.length === 0) return toApplied(write.effects, write.items);

    const written = await transact(diary, checks, write.changes);
    if (written === 'done') {
      // Another import may have changed the days around these meanwhile.
      const items = await settleDays(diary, write.dates);
      return toApplied(write.effects, items);
    }
    if (written === 'check_failed') return undefined;
    if (written === 'too_large') {
      return subjects.length > 1 ? splitBatch(diary, work) : toRefused(write);
    }
  }
  throw new Error('The days of a diary changed during every attempt of an import.');
}

/** Changes the entries of the first half of the subjects, then those of the second half. */
async function splitBatch<Subject>(
  diary: ImportDiary,
  work: EntryWork<Subject>,
): Promise<AppliedChange[] | undefined> {
  const { subjects } = work;
  const middle = Math.ceil(subjects.length / 2);
  const first = await changeBatch(diary, {
    ...work,
    subjects: subjects.slice(0, middle),
  });
  if (!first) return undefined;
  const second = await changeBatch(diary, { ...work, subjects: subjects.slice(middle) });
  return second && [...first, ...second];
}

interface PlannedEffect extends Effect {
  planned: PlannedChange;
}

/** The changes of a transaction, and what they do. */
interface PlannedWrite {
  dates: readonly string[];
  /** The items of these dates and of the days around them. */
  items: DayItems;
  effects: readonly PlannedEffect[];
  changes: readonly TransactionChange<RecordOperation>[];
}

async function planWrite(
  diary: ImportDiary,
  planned: readonly PlannedChange[],
): Promise<PlannedWrite> {
  const dates = planned.flatMap(({ change }) => listDates(change));
  const days = await loadDays(diary, dates);
  const effects = listEffects(days.items, planned);
  const made = effects.filter(({ result }) => result !== 'refused');
  const changes = made.map((effect) => effect.planned.change);
  const updates = await planChange(diary, days, (imported) =>
    applyChanges(imported, days.items, changes),
  );
  const records = made.flatMap((effect) => effect.planned.toRecordChange(effect) ?? []);
  const dayChanges = updates.map((update) =>
    dayItems.toTransactionChange(diary.user_id, update),
  );
  return { dates, items: days.items, effects, changes: [...records, ...dayChanges] };
}

function listDates(change: ImportChange): string[] {
  const { firstDate } = change.address;
  const previous = getPreviousAddress(change);
  return [...new Set([firstDate, previous.firstDate])];
}

/** Returns where the entry of a change is before the change. */
function getPreviousAddress(change: ImportChange) {
  const previous = change.kind === 'import' ? change.previous : undefined;
  return previous ?? change.address;
}

/** Returns what changes do, one after the other. Refuses those for which a day has no capacity. */
function listEffects(
  items: DayItems,
  planned: readonly PlannedChange[],
): PlannedEffect[] {
  const added = new Map<string, number>();
  return planned.map((plannedChange) => {
    const { change } = plannedChange;
    const result = getChangeResult(items, change);
    const hadEntry = isStored(items, getPreviousAddress(change));
    const hasEntry = result === 'unchanged' ? hadEntry : result !== 'removed';
    const effect = { planned: plannedChange, result, hasEntry };
    if (!addsEntry(change, result)) return effect;

    const { firstDate } = change.address;
    const count = (added.get(firstDate) ?? items.get(firstDate)?.entry_count ?? 0) + 1;
    if (count > maxEntries) {
      return { ...effect, result: 'refused', hasEntry: hadEntry };
    }
    added.set(firstDate, count);
    return effect;
  });
}

/** Returns whether a change adds an entry to the day of its address. */
function addsEntry(change: ImportChange, result: ImportResult): boolean {
  const isMove = change.kind === 'import' && change.previous !== undefined;
  return result === 'created' || (isMove && result === 'updated');
}

type WriteOutcome = 'done' | 'check_failed' | 'changed' | 'too_large';

async function transact(
  { table }: ImportDiary,
  checks: readonly TransactionChange<'check'>[],
  changes: readonly TransactionChange<RecordOperation>[],
): Promise<WriteOutcome> {
  const all = [...checks, ...changes];
  if (all.length > maxTransactionChanges) return 'too_large';
  const result = await table.transact(all);
  if (result.done) return 'done';
  const { failures } = result;
  if (failures.some(({ cause }) => cause === 'size')) return 'too_large';
  return failures.some(({ index }) => index < checks.length) ? 'check_failed' : 'changed';
}

function toApplied(effects: readonly PlannedEffect[], items: DayItems): AppliedChange[] {
  return effects.map(({ planned: { change }, result, hasEntry }) => {
    const entry = findImportedEntry(items, change.address);
    const isEntryMerged = entry !== undefined && isMerged(entry);
    return { change, result, hasEntry, isMerged: isEntryMerged };
  });
}

/** Returns the effects of a write that the store refuses because of its size. */
function toRefused({ effects, items }: PlannedWrite): AppliedChange[] {
  const refused = effects.map((effect) => ({ ...effect, result: 'refused' as const }));
  return toApplied(refused, items);
}
