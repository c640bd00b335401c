import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import * as series from '#functions/diary/series/series.store.ts';
import { encodeCurves } from '#functions/diary/series/series-codec.ts';
import * as waiting from '#functions/diary/series/waiting-series.store.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { belowOrAbsent, isPresent } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { type PauseFor, whileBusy } from '#shared/table/wait-for-table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import type { ReadSeries } from '../own-export/read-series.ts';
import { type JobRun, toRunCheck } from '../run/import-run.store.ts';

type SeriesTable = Table<'getEach' | 'put' | 'delete' | 'check' | 'transact'>;

/** Where series are stored, and how transactions wait while the store is throttling. */
interface SeriesStores {
  table: SeriesTable;
  pause: PauseFor;
}

/**
 * How many series were stored, are there already, wait for their workouts, and have workouts that
 * the person has deleted or moved.
 */
export type SeriesCounts = Record<
  'stored' | 'unchanged' | 'waiting' | 'left_out',
  number
>;

const none: SeriesCounts = { stored: 0, unchanged: 0, waiting: 0, left_out: 0 };

/**
 * The series of a transaction, each with a change and a check. Even the largest take less than the
 * 1,000 write units that a partition has in a second.
 */
const batchSize = 32;

/** A series that an export has brought, and the record of its workout. */
interface SeriesOfRecord {
  record_id: string;
  series: waiting.BroughtSeries;
}

interface PlacedSeries extends SeriesOfRecord {
  record: records.StoredFileRecord;
}

/**
 * Stores series where the entries of their workouts are, whichever import has brought these, unless
 * an export that was made at the same time or later has brought one. Those without a workout wait
 * for it. `made_at` is in epoch milliseconds. Returns undefined if the run has ended.
 */
export async function storeExportedSeries(
  stores: SeriesStores,
  run: JobRun,
  { all, made_at }: { all: readonly ReadSeries[]; made_at: number },
  now: Date,
): Promise<SeriesCounts | undefined> {
  const once = [...new Map(all.map((each) => [each.record_id, each])).values()];
  const table = waitForTransactions(stores);
  let counts = { ...none, unchanged: all.length - once.length };
  const from_export = { import_id: run.job.id, made_at };
  for (let start = 0; start < once.length; start += batchSize) {
    const batch = once.slice(start, start + batchSize);
    const brought = batch.map(({ record_id, remote_connection_type, curves }) => {
      const facts = { ...compact({ remote_connection_type }), from_export };
      return { record_id, series: { ...facts, ...encodeCurves(curves) } };
    });
    const stored = await storeBatch(table, run, brought, now);
    if (!stored) return undefined;
    counts = addCounts(counts, stored);
  }
  return counts;
}

/**
 * Stores the series that have waited for workouts with these records, and ends their waiting. It
 * can be repeated. Returns false if the run has ended.
 */
export async function storeWaitingSeries(
  stores: SeriesStores,
  run: JobRun,
  record_ids: readonly string[],
): Promise<boolean> {
  const table = waitForTransactions(stores);
  const ids = [...new Set(record_ids)];
  const found = await waiting.findWaiting(table, run.user_id, ids);
  const all = ids.flatMap((record_id, index) => {
    const waited = found[index];
    return waited ? { record_id, series: waited.series } : [];
  });
  for (let start = 0; start < all.length; start += batchSize) {
    const { placed } = await findPlaces(table, run, all.slice(start, start + batchSize));
    if (!(await storePlaced(table, run, placed))) return false;
    const ends = placed.map((each) => waiting.toWaitingEnd(run.user_id, each.record_id));
    const { done } = await table.transact([toRunCheck(run), ...ends]);
    if (!done) return false;
  }
  return true;
}

/** Returns the table, whose transactions are repeated while it is busy: each can be. */
function waitForTransactions({ table, pause }: SeriesStores): SeriesTable {
  const transact: SeriesTable['transact'] = (changes) =>
    whileBusy(pause, () => table.transact(changes));
  return { ...table, transact };
}

async function storeBatch(
  table: SeriesTable,
  run: JobRun,
  batch: readonly SeriesOfRecord[],
  now: Date,
): Promise<SeriesCounts | undefined> {
  const { placed, missing } = await findPlaces(table, run, batch);
  const stored = await storePlaced(table, run, placed);
  const kept = stored && (await keepMissing(table, run, missing, now));
  return kept && addCounts(stored, kept);
}

/** Keeps series until their workouts come. Returns undefined if the run has ended. */
async function keepMissing(
  table: SeriesTable,
  run: JobRun,
  missing: readonly SeriesOfRecord[],
  now: Date,
): Promise<SeriesCounts | undefined> {
  if (missing.length === 0) return none;
  const { user_id } = run;
  const changes = missing.flatMap(({ record_id, series: brought }) => [
    records.toAbsenceCheck(user_id, record_id),
    waiting.toWaiting(user_id, record_id, brought, now),
  ]);
  const result = await table.transact([toRunCheck(run), ...changes]);
  if (meetsConditions(result)) return { ...none, waiting: missing.length };
  const failed = new Set(result.failures.map(({ index }) => index));
  if (failed.has(0)) return undefined;
  // The others have a workout now, or nothing has changed for them.
  const left = missing.filter(
    (_, index) => failed.has(1 + 2 * index) || !failed.has(2 + 2 * index),
  );
  const stored = await storeBatch(table, run, left, now);
  return stored && addCounts(stored, { unchanged: missing.length - left.length });
}

/**
 * Stores series together, or one by one if the person has deleted or moved the entry of one, or
 * they are too large together. Returns undefined if the run has ended.
 */
async function storePlaced(
  table: SeriesTable,
  run: JobRun,
  placed: readonly PlacedSeries[],
): Promise<SeriesCounts | undefined> {
  if (placed.length === 0) return none;
  const result = await table.transact([toRunCheck(run), ...listChanges(run, placed)]);
  if (result.done) return { ...none, stored: placed.length };
  const refused = result.failures.filter(({ cause }) => cause === 'condition');
  const failed = new Map(refused.map(({ index, existing }) => [index, existing]));
  if (failed.has(0)) return undefined;
  const left = placed.filter((_, index) => !failed.has(1 + index));
  const known = placed.length - left.length;
  if (known === 0 && left.length === 1) return { ...none, left_out: 1 };
  const own = placed.filter((_, index) => isOfRun(run, failed.get(1 + index)));
  let counts = { ...none, stored: own.length, unchanged: known - own.length };
  const groups = known > 0 ? [left] : left.map((each) => [each]);
  for (const group of groups) {
    const stored = await storePlaced(table, run, group);
    if (!stored) return undefined;
    counts = addCounts(counts, stored);
  }
  return counts;
}

/** Splits series into those whose workouts have been imported, and the others. */
async function findPlaces(
  table: SeriesTable,
  { user_id }: JobRun,
  batch: readonly SeriesOfRecord[],
): Promise<{ placed: PlacedSeries[]; missing: SeriesOfRecord[] }> {
  const ids = batch.map(({ record_id }) => record_id);
  const found = await records.findFileRecords(table, user_id, ids);
  const placed = batch.flatMap((each, index) => {
    const record = found[index];
    return record ? { ...each, record } : [];
  });
  return { placed, missing: batch.filter((_, index) => !found[index]) };
}

/** Returns whether the import has stored a series before it was interrupted. */
function isOfRun({ job }: JobRun, stored: Partial<series.StoredSeries> = {}): boolean {
  return stored.from_export?.import_id === job.id;
}

/**
 * Lists the changes that store series unless later ones are there, in their order, and then the
 * checks that their entries are where they were.
 */
function listChanges(
  { user_id }: JobRun,
  placed: readonly PlacedSeries[],
): TransactionChange<'put' | 'check'>[] {
  const puts = placed.map(({ record, series: brought }) => ({
    ...series.toCopy(user_id, record, brought),
    condition: { 'from_export.made_at': belowOrAbsent(brought.from_export.made_at) },
  }));
  const byDay = Map.groupBy(placed, ({ record }) => record.storage_date);
  const days = [...byDay].map(([date, ofDay]) => {
    const paths = ofDay.map(({ record }) => [`${record.batch}.0`, isPresent] as const);
    const check = dayKeys.diaryDay(user_id, date);
    return { check, condition: Object.fromEntries(paths) };
  });
  return [...puts, ...days];
}

function addCounts(one: SeriesCounts, other: Partial<SeriesCounts>): SeriesCounts {
  const sum = (name: keyof SeriesCounts) => one[name] + (other[name] ?? 0);
  return {
    stored: sum('stored'),
    unchanged: sum('unchanged'),
    waiting: sum('waiting'),
    left_out: sum('left_out'),
  };
}
