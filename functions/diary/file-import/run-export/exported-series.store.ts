import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import * as series from '#functions/diary/series/series.store.ts';
import { encodeCurves } from '#functions/diary/series/series-codec.ts';
import * as waiting from '#functions/diary/series/waiting-series.store.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isPresent, unchangedSince } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import type { ReadSeries } from '../own-export/read-series.ts';
import { type JobRun, toRunCheck } from '../run/import-run.store.ts';

type SeriesTable = Table<'getEach' | 'put' | 'delete' | 'check' | 'transact'>;

/**
 * How many series were stored, are there already, wait for their workouts, and have workouts that
 * the person has deleted or moved.
 */
export type SeriesCounts = Record<
  'stored' | 'unchanged' | 'waiting' | 'left_out',
  number
>;

const none: SeriesCounts = { stored: 0, unchanged: 0, waiting: 0, left_out: 0 };

/** The series of a transaction: each has up to three changes, and a check of its day. */
const batchSize = 24;

/** A series that an export has brought, and the record of its workout. */
interface SeriesOfRecord {
  record_id: string;
  series: waiting.BroughtSeries;
  /** The item in which it has waited for the workout. */
  waited?: waiting.WaitingSeries;
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
  table: SeriesTable,
  run: JobRun,
  { all, made_at }: { all: readonly ReadSeries[]; made_at: number },
  now: Date,
): Promise<SeriesCounts | undefined> {
  const once = [...new Map(all.map((each) => [each.record_id, each])).values()];
  let counts = { ...none, left_out: all.length - once.length };
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
 * Stores the series that have waited for workouts with these records. It can be repeated. Returns
 * false if the run has ended.
 */
export async function storeWaitingSeries(
  table: SeriesTable,
  run: JobRun,
  record_ids: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(record_ids)];
  const found = await waiting.findWaiting(table, run.user_id, ids);
  const all = ids.flatMap((record_id, index) => {
    const waited = found[index];
    return waited ? { record_id, series: waited.series, waited } : [];
  });
  for (let start = 0; start < all.length; start += batchSize) {
    const { placed } = await findPlaces(table, run, all.slice(start, start + batchSize));
    if (!(await storePlaced(table, run, placed))) return false;
  }
  return true;
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
  if (result.done) return { ...none, waiting: missing.length };
  const failed = new Set(result.failures.map(({ index }) => index));
  if (failed.has(0)) return undefined;
  // The others have a workout now, or nothing has changed for them.
  const left = missing.filter(
    (_, index) => failed.has(1 + 2 * index) || !failed.has(2 + 2 * index),
  );
  const stored = await storeBatch(table, run, left, now);
  return stored && addCounts(stored, { unchanged: missing.length - left.length });
}

async function storePlaced(
  table: SeriesTable,
  run: JobRun,
  placed: readonly PlacedSeries[],
): Promise<SeriesCounts | undefined> {
  const places = placed.map(({ record }) => record);
  const found = await series.listStored(table, run.user_id, places);
  const left: PlacedSeries[] = [];
  let repeated = 0;
  for (const [index, each] of placed.entries()) {
    const { import_id, made_at } = each.series.from_export;
    const origin = found[index]?.from_export;
    if (!origin || origin.made_at < made_at) left.push(each);
    else if (origin.import_id === import_id) repeated += 1;
  }
  const written = await write(table, run, left);
  if (written === undefined) return undefined;
  const unchanged = placed.length - left.length - repeated;
  return {
    ...none,
    stored: written + repeated,
    unchanged,
    left_out: left.length - written,
  };
}

/**
 * Writes series together, or one by one if the person has deleted or moved an entry of one. Returns
 * how many were written, or undefined if the run has ended.
 */
async function write(
  table: SeriesTable,
  run: JobRun,
  placed: readonly PlacedSeries[],
): Promise<number | undefined> {
  if (placed.length === 0) return 0;
  const result = await table.transact([toRunCheck(run), ...listChanges(run, placed)]);
  if (result.done) return placed.length;
  if (result.failures.some(({ index }) => index === 0)) return undefined;
  if (placed.length === 1) return 0;
  let written = 0;
  for (const each of placed) {
    const one = await write(table, run, [each]);
    if (one === undefined) return undefined;
    written += one;
  }
  return written;
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

/** Lists the changes that store series, on condition that their entries are where they were. */
function listChanges(
  { user_id }: JobRun,
  placed: readonly PlacedSeries[],
): TransactionChange<'put' | 'delete' | 'check'>[] {
  const byDay = Map.groupBy(placed, ({ record }) => record.storage_date);
  const days = [...byDay].map(([date, ofDay]) => {
    const paths = ofDay.map(({ record }) => [`${record.batch}.0`, isPresent] as const);
    const check = dayKeys.diaryDay(user_id, date);
    return { check, condition: Object.fromEntries(paths) };
  });
  const ofWorkouts = placed.flatMap(({ record, series: brought, waited }) => {
    const { pk, sk } = record;
    return [
      series.toCopy(user_id, record, brought),
      { check: { pk, sk }, condition: unchangedSince(record) },
      ...(waited ? [waiting.toEndOfWaiting(waited)] : []),
    ];
  });
  return [...days, ...ofWorkouts];
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
