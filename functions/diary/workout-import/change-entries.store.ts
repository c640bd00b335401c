import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { isRefusedToImports } from '#functions/diary/entry/day-capacity.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import type { Diary } from '#functions/diary/entry/day-item.ts';
import {
  applyChanges,
  findImportedEntry,
  getChangeOutcome,
  getNewAddress,
  type ImportChange,
  type ImportOutcome,
  isStored,
} from '#functions/diary/merging/import-change.ts';
import type { DayItems, ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { loadDays } from '#functions/diary/merging/load-days.store.ts';
import { planChange } from '#functions/diary/merging/plan-change.ts';
import { settleDays } from '#functions/diary/merging/settle-days.ts';
import * as series from '#functions/diary/series/series.store.ts';
import type { WorkoutCurves } from '#functions/diary/series/workout-curves.ts';
import { isInvalidRequest } from '#shared/errors/store-failures.ts';
import { describeFailure, log } from '#shared/runtime/log.ts';
import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import { maxTransactionChanges } from '#shared/table/writes.ts';

type RecordOperation = 'put' | 'update' | 'delete' | 'check';

type ImportDiary = Diary<'getEach' | 'query' | RecordOperation | 'transact'>;

/** The effect of a change on its entry. */
interface Effect {
  outcome: ImportOutcome;
  /** Whether the entry exists afterwards. */
  hasEntry: boolean;
}

/** A change of an entry, of the record that leads to it, and of its series, in one transaction. */
export interface PlannedChange {
  change: ImportChange;
  /** The curves of the workout, which become the series of the entry. */
  curves?: WorkoutCurves | undefined;
  /** Whether an entry that stays as it is gets the curves, because its series is missing or old. */
  addsSeries?: boolean;
  /**
   * Returns the change or the check of the record, which can depend on what happens to the entry.
   * Without one, a record that has changed since it was read is not noticed.
   */
  toRecordChange(effect: Effect): TransactionChange<RecordOperation> | undefined;
}

/** The outcome of a change. */
export interface AppliedChange {
  /**
   * `updated` also if the entry has only got a series. `refused` means that the day has no room,
   * `unstorable` that the store does not take the entry, which is a fault of ours. The day stays as
   * it was.
   */
  outcome: ImportOutcome | 'refused' | 'unstorable';
  /** The entry afterwards, if there is one. */
  entry: ImportedEntry | undefined;
}

/** Work on imported entries that is done for many subjects, e.g. workouts, at once. */
interface EntryWork<Subject> {
  subjects: readonly Subject[];
  /**
   * Reads what the changes of some subjects depend on, and returns the changes. It is called again
   * with the next `attempt`, counted from 0, if that has changed before they were made.
   */
  prepare(subjects: readonly Subject[], attempt: number): Promise<PlannedChange[]>;
  /** Conditions of each transaction. If one fails, the work ends. */
  checks?: readonly TransactionChange<'check'>[];
  /** The number of entries that the work has found no room for, by day. */
  refusals?: Map<string, number>;
}

/** The entries without room after which no more new ones of a day are tried. */
const maxRefusals = 3;

/**
 * The subjects of a transaction, if each has a record, a series and a day of its own: a transaction
 * has at most 100 changes.
 */
const batchSize = 32;

/** Maximum attempts to write days, which fail if other requests change them at the same time. */
const maxAttempts = 50;

/**
 * Changes imported entries, and decides again which entries are shown. Each transaction has the
 * changes of up to 32 subjects. Returns the outcomes, or undefined if a check has failed: the
 * transactions before that one are done, no others. An entry that the store does not take is left
 * out.
 */
export async function changeEntries<Subject>(
  diary: ImportDiary,
  work: EntryWork<Subject>,
  size = batchSize,
): Promise<AppliedChange[] | undefined> {
  const { refusals = new Map() } = work;
  const applied: AppliedChange[] = [];
  for (let start = 0; start < work.subjects.length; start += size) {
    const subjects = work.subjects.slice(start, start + size);
    const changes = await changeBatch(diary, { ...work, subjects, refusals });
    if (!changes) return undefined;
    applied.push(...changes);
  }
  return applied;
}

/** Changes the entries of some subjects in one transaction, or in several if it is too large. */
async function changeBatch<Subject>(
  diary: ImportDiary,
  work: EntryWork<Subject> & Required<Pick<EntryWork<Subject>, 'refusals'>>,
): Promise<AppliedChange[] | undefined> {
  const { subjects, prepare, checks = [], refusals } = work;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const planned = await prepare(subjects, attempt);
    if (planned.every((each) => hasNoRoom(each, refusals))) {
      return planned.map(() => ({ outcome: 'refused', entry: undefined }));
    }
    const write = await planWrite(diary, planned);
    const writesNothing = write.changes.every((change) => 'check' in change);
    if (writesNothing) return toApplied(write.effects, write.items);

    const written = write.isTooLarge
      ? { outcome: 'refused' as const }
      : await transact(diary, checks, write);
    // Another import may have changed the days around these meanwhile.
    if (written === 'done')
      return toApplied(write.effects, await settleDays(diary, write.dates));
    if (written === 'check_failed') return undefined;
    if (typeof written === 'object') {
      const half = Math.ceil(subjects.length / 2);
      if (half < subjects.length) return changeEntries(diary, work, half);
      const { outcome, fault } = written;
      if (fault) logFault(diary, fault);
      else for (const { change } of write.effects) countRefusal(change, refusals);
      const kept = write.effects.map(({ change }) => ({ change, outcome }));
      return toApplied(kept, write.items);
    }
  }
  throw new Error('The days of a diary changed during every attempt of an import.');
}

/** Returns whether an entry is new, and its day had no room for several before. */
function hasNoRoom(
  { change, toRecordChange }: PlannedChange,
  refusals: ReadonlyMap<string, number>,
): boolean {
  const { firstDate } = change.address;
  if (!('fields' in change) || (refusals.get(firstDate) ?? 0) < maxRefusals) return false;
  const record = toRecordChange({ outcome: 'created', hasEntry: true });
  return record?.condition === isNew;
}

function countRefusal(
  { address: { firstDate } }: ImportChange,
  refusals: Map<string, number>,
): void {
  refusals.set(firstDate, (refusals.get(firstDate) ?? 0) + 1);
}

interface PlannedEffect extends PlannedChange, Effect {
  /** Whether the entry stays as it is, and gets a series. */
  addsSeries: boolean;
}

/** The changes of a transaction, and what they do. */
interface PlannedWrite {
  dates: readonly string[];
  /** The items of these dates and of the days around them. */
  items: DayItems;
  effects: readonly PlannedEffect[];
  /** Whether an entry is new or changed. */
  isAdding: boolean;
  /** Whether a day has no room for a new or changed entry. */
  isTooLarge: boolean;
  changes: readonly TransactionChange<RecordOperation>[];
}

async function planWrite(
  diary: ImportDiary,
  planned: readonly PlannedChange[],
): Promise<PlannedWrite> {
  const addresses = planned.flatMap(({ change }) => [
    change.address,
    getPreviousAddress(change),
  ]);
  const dates = addresses.map(({ firstDate }) => firstDate);
  const days = await loadDays(diary, dates);
  const { items } = days;
  const effects = planned.map((each) => getEffect(items, each));
  const entryChanges = planned.map(({ change }) => change);
  const { updates } = await planChange(diary, days, (imported) =>
    applyChanges(imported, items, entryChanges),
  );
  const isAdding = effects.some(
    ({ change, outcome }) => 'fields' in change && outcome !== 'unchanged',
  );
  const isTooLarge =
    isAdding &&
    updates.some((update) => isRefusedToImports(update, items.get(update.date)));
  const records = effects.flatMap((effect) => effect.toRecordChange(effect) ?? []);
  const dayChanges = updates.map((update) =>
    dayItems.toTransactionChange(diary.user_id, update),
  );
  const moved = effects.filter(movesSeries);
  const places = moved.map(({ change }) => getPreviousAddress(change));
  const found = await series.listStored(diary.table, diary.user_id, places);
  const seriesChanges = effects.flatMap((effect) =>
    listSeriesChanges(diary.user_id, effect, found[moved.indexOf(effect)]),
  );
  // The deletion of an entry changes the item of its first day.
  const kept = effects.filter(({ addsSeries }) => addsSeries);
  const keptDates = new Set(
    kept.map(({ change }) => getPreviousAddress(change).firstDate),
  );
  const written = new Set(updates.map(({ date }) => date));
  const checks = [...keptDates.difference(written)].map((date) => {
    const check = dayKeys.diaryDay(diary.user_id, date);
    return { check, condition: unchangedSince(items.get(date) ?? {}) };
  });
  const changes = [...records, ...seriesChanges, ...dayChanges, ...checks];
  return { dates, items, effects, isAdding, isTooLarge, changes };
}

/** Returns where the entry of a change is before the change. */
function getPreviousAddress(change: ImportChange) {
  return 'previous' in change ? change.previous : change.address;
}

function getEffect(items: DayItems, planned: PlannedChange): PlannedEffect {
  const outcome = getChangeOutcome(items, planned.change);
  const hadEntry = isStored(items, getPreviousAddress(planned.change));
  const hasEntry = outcome === 'unchanged' ? hadEntry : outcome !== 'removed';
  const addsSeries = planned.addsSeries === true && outcome === 'unchanged' && hadEntry;
  return { ...planned, outcome, hasEntry, addsSeries };
}

/** Returns whether an entry gets a new address, and no new curves. */
function movesSeries({ change, outcome, curves }: PlannedEffect): boolean {
  const { batch } = getPreviousAddress(change);
  return (
    outcome === 'updated' && !curves && getNewAddress(change, outcome).batch !== batch
  );
}

/**
 * Lists the changes after which the series of an entry is where the entry is: that of `curves`, or
 * the one that is `found` where the entry was.
 */
function listSeriesChanges(
  user_id: string,
  { change, outcome, curves, addsSeries }: PlannedEffect,
  found: series.StoredSeries | undefined,
): TransactionChange<'put' | 'delete'>[] {
  const previous = getPreviousAddress(change);
  if (outcome === 'removed') return [series.toDeletion(user_id, previous)];
  if (outcome === 'unchanged' && !addsSeries) return [];
  const address = addsSeries ? previous : getNewAddress(change, outcome);
  const isReplaced = address.batch !== previous.batch;
  const remote_connection_type =
    'fields' in change ? change.fields.source.remote_connection_type : undefined;
  return [
    ...(isReplaced ? [series.toDeletion(user_id, previous)] : []),
    ...(curves
      ? [series.toPut(user_id, address, curves, { remote_connection_type })]
      : []),
    ...(found ? [series.toCopy(user_id, address, found)] : []),
  ];
}

/** The outcome of changes that cannot be written together, and perhaps not even one by one. */
interface Refusal {
  outcome: 'refused' | 'unstorable';
  fault?: unknown;
}

function logFault({ user_id }: ImportDiary, fault: unknown): void {
  const event = 'entry_unstorable';
  log({ level: 'error', event, user_id, ...describeFailure(fault) });
}

type WriteOutcome = 'done' | 'check_failed' | 'changed' | Refusal;

async function transact(
  { table }: ImportDiary,
  checks: readonly TransactionChange<'check'>[],
  { changes, isAdding }: PlannedWrite,
): Promise<WriteOutcome> {
  const all = [...checks, ...changes];
  if (all.length > maxTransactionChanges) return { outcome: 'refused' };
  try {
    const result = await table.transact(all);
    if (result.done) return 'done';
    const refused = Map.groupBy(result.failures, ({ cause }) => cause);
    const failed = refused.get('condition') ?? [];
    if (failed.some(({ index }) => index < checks.length)) return 'check_failed';
    return refused.has('size') ? { outcome: 'refused' } : 'changed';
  } catch (fault) {
    // Without an addition, nothing new is stored, and a removal must not be left out.
    if (!isAdding || !isInvalidRequest(fault)) throw fault;
    return { outcome: 'unstorable', fault };
  }
}

/** Returns the outcomes of a write. `items` are the days after it. */
function toApplied(
  effects: readonly (Pick<PlannedChange, 'change' | 'addsSeries'> &
    Pick<AppliedChange, 'outcome'>)[],
  items: DayItems,
): AppliedChange[] {
  return effects.map(({ change, outcome, addsSeries }) => {
    const isKept = ['unchanged', 'refused', 'unstorable'].includes(outcome);
    const address = isKept ? getPreviousAddress(change) : getNewAddress(change, outcome);
    const entry = findImportedEntry(items, address);
    return { outcome: addsSeries ? 'updated' : outcome, entry };
  });
}
