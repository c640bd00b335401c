import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import * as series from '#functions/diary/series/series.store.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { isPresent, unchangedSince } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import type { ReadSeries } from '../own-export/read-series.ts';
import { type JobRun, toRunCheck } from '../run/import-run.store.ts';

type SeriesTable = Table<'getEach' | 'put' | 'check' | 'transact'>;

/** How many series were stored, are there already, and have no workout here. */
export type SeriesCounts = Record<'stored' | 'unchanged' | 'without_workout', number>;

/** The series of a transaction: each has its record and its day, which are checked. */
const batchSize = 32;

/** Series of an export, and when it was made, in epoch milliseconds. */
interface SeriesOfExport {
  all: readonly ReadSeries[];
  made_at: number;
}

/**
 * Stores series where the entries of their workouts are, whichever import has brought these, unless
 * an export that was made at the same time or later has brought one. Returns undefined if the run
 * has ended.
 */
export async function storeExportedSeries(
  table: SeriesTable,
  run: JobRun,
  { all, made_at }: SeriesOfExport,
): Promise<SeriesCounts | undefined> {
  const counts = { stored: 0, unchanged: 0, without_workout: 0 };
  for (let start = 0; start < all.length; start += batchSize) {
    const batch = all.slice(start, start + batchSize);
    const stored = await storeBatch(table, run, { all: batch, made_at });
    if (!stored) return undefined;
    for (const name of Object.keys(counts) as (keyof SeriesCounts)[])
      counts[name] += stored[name];
  }
  return counts;
}

async function storeBatch(
  table: SeriesTable,
  run: JobRun,
  { all, made_at }: SeriesOfExport,
): Promise<SeriesCounts | undefined> {
  const placed = await findPlaces(table, run, all);
  const places = placed.map(({ record }) => record);
  const found = await series.listStored(table, run.user_id, places);
  const origins = found.map((each) => each?.from_export);
  const left = placed.filter((_, index) => !(Number(origins[index]?.made_at) >= made_at));
  const repeated = origins.filter(
    (origin) => origin?.import_id === run.job.id && origin.made_at >= made_at,
  );
  const written = await write(table, run, { placed: left, made_at });
  if (written === undefined) return undefined;
  const stored = written + repeated.length;
  const unchanged = placed.length - left.length - repeated.length;
  return { stored, unchanged, without_workout: all.length - unchanged - stored };
}

/**
 * Writes series together, or one by one if the person has deleted or moved an entry of one. Returns
 * how many were written, or undefined if the run has ended.
 */
async function write(
  table: SeriesTable,
  run: JobRun,
  { placed, made_at }: PlacedOfExport,
): Promise<number | undefined> {
  if (placed.length === 0) return 0;
  const changes = listChanges(run, { placed, made_at });
  const result = await table.transact([toRunCheck(run), ...changes]);
  if (result.done) return placed.length;
  if (result.failures.some(({ index }) => index === 0)) return undefined;
  if (placed.length === 1) return 0;
  let written = 0;
  for (const each of placed) {
    const one = await write(table, run, { placed: [each], made_at });
    if (one === undefined) return undefined;
    written += one;
  }
  return written;
}

interface PlacedSeries extends ReadSeries {
  record: records.StoredFileRecord;
}

type PlacedOfExport = Pick<SeriesOfExport, 'made_at'> & {
  placed: readonly PlacedSeries[];
};

async function findPlaces(
  table: SeriesTable,
  { user_id }: JobRun,
  batch: readonly ReadSeries[],
): Promise<PlacedSeries[]> {
  const once = [...new Map(batch.map((each) => [each.record_id, each])).values()];
  const ids = once.map(({ record_id }) => record_id);
  const found = await records.findFileRecords(table, user_id, ids);
  return once.flatMap((each, index) => {
    const record = found[index];
    return record ? { ...each, record } : [];
  });
}

/** Lists the changes that store series, on condition that their entries are where they were. */
function listChanges(
  { user_id, job }: JobRun,
  { placed, made_at }: PlacedOfExport,
): TransactionChange<'put' | 'check'>[] {
  const byDay = Map.groupBy(placed, ({ record }) => record.storage_date);
  const days = [...byDay].map(([date, ofDay]) => {
    const paths = ofDay.map(({ record }) => [`${record.batch}.0`, isPresent] as const);
    const check = dayKeys.diaryDay(user_id, date);
    return { check, condition: Object.fromEntries(paths) };
  });
  const ofWorkouts = placed.flatMap(({ record, curves, remote_connection_type }) => {
    const { pk, sk, batch } = record;
    const from_export = { import_id: job.id, made_at };
    return [
      series.toPut(user_id, { batch }, curves, { remote_connection_type, from_export }),
      { check: { pk, sk }, condition: unchangedSince(record) },
    ];
  });
  return [...days, ...ofWorkouts];
}
