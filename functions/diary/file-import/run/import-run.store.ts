import type { DayRange } from '#functions/diary/entry/dates.ts';
import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import {
  atMostOrAbsent,
  type Condition,
  equals,
  exists,
  isAbsent,
  toQuotaDecrease,
} from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import { toChunkKey } from '../file-import.store.ts';
import { type ImportFailure, type ImportJob, isImporting } from '../file-import.ts';
import type { FileLine } from '../file-line.ts';
import { listUploadDecreases } from '../import-counts.ts';

/** An import that is running, and its user. */
export interface JobRun {
  user_id: string;
  job: ImportJob;
}

/** A request to run an import, as the table's stream passes it to the queue. */
export type RunRequest = Pick<ImportJob, 'id' | 'step'>;

/** Returns the import that a message requests, or undefined if the message is outdated. */
export async function findRun(
  table: Table<'get'>,
  user_id: string,
  { id, step }: RunRequest,
): Promise<JobRun | undefined> {
  const job = await table.get<ImportJob>(fileImportKeys.importJob(user_id, id));
  const isRequested = job?.step === step && (isImporting(job) || job.state === 'undoing');
  return isRequested ? { user_id, job } : undefined;
}

/**
 * Begins a run. From then on, no write of an earlier run of the import succeeds. Returns undefined
 * if another run has begun since the item was read.
 */
export async function beginRun(
  table: Table<'update'>,
  run: JobRun,
  run_id: string,
): Promise<JobRun | undefined> {
  const { job } = run;
  const starts = job.starts + 1;
  const state = job.state === 'queued' ? 'running' : job.state;
  const change = { set: { run_id, starts, state }, remove: ['continuation'] };
  const isDone = await writeAs(table, run, change);
  return isDone ? { ...run, job: { ...job, run_id, starts, state } } : undefined;
}

/** The part of a start that a run counts for which a busy store has ended. */
const busyStart = 0.5;

/**
 * Counts a run less that has ended because a store was busy: it did begin, and did not fail.
 * Without any such count, the last message would be gone before the import ends.
 */
export async function forgetStart(table: Table<'update'>, run: JobRun): Promise<void> {
  const { starts } = run.job;
  if (starts > 0) await writeAs(table, run, { set: { starts: starts - 1 + busyStart } });
}

/**
 * Returns the condition that a run is still the one that began last. The state tells a run that is
 * to begin from one that has begun and ended since.
 */
function isCurrent({ job: { step, run_id, state } }: JobRun): Condition {
  return {
    step: equals(step),
    run_id: run_id === undefined ? isAbsent : equals(run_id),
    state: equals(state),
  };
}

/** Returns the check that a run is still the one that began last, for a transaction. */
export function toRunCheck(run: JobRun): TransactionChange<'check'> {
  const key = fileImportKeys.importJob(run.user_id, run.job.id);
  return { check: key, condition: isCurrent(run) };
}

/**
 * Returns the change that stands for this check in a transaction that removes what earlier files
 * have brought: it counts that, which a run after an interruption does not find again.
 */
export function toRemovalCount(
  run: JobRun,
  removed: number,
): TransactionChange<'check' | 'update'> {
  if (removed === 0) return toRunCheck(run);
  const update = fileImportKeys.importJob(run.user_id, run.job.id);
  const change = { increment: { part_removed: removed } };
  return { update, change, condition: isCurrent(run) };
}

/**
 * Deletes the lines that an earlier reading of the same file has left. Returns false if another run
 * has begun, whose lines stay.
 */
export async function deleteLines(
  table: Table<'query' | 'delete' | 'check' | 'transact'>,
  run: JobRun,
): Promise<boolean> {
  const check = toRunCheck(run);
  for await (const page of listLineKeys(table, run))
    for (const key of page) {
      const { done } = await table.transact([check, { delete: key, condition: exists }]);
      if (!done) return false;
    }
  return true;
}

function listLineKeys(table: Table<'query'>, { user_id, job }: JobRun) {
  const { pk, sk } = fileImportKeys.importLines(user_id, `${job.id}#`);
  return table.listKeys({ pk, prefix: sk });
}

/** The members of an import that its progress changes. */
export type JobProgress = Pick<
  ImportJob,
  | 'cursor'
  | 'files_done'
  | 'counts'
  | 'entries'
  | 'measurements'
  | 'images'
  | 'entries_removed'
>;

/** Reads the lines of the item that gets the next line. */
export async function readLastLines(
  table: Table<'get'>,
  { user_id, job }: JobRun,
): Promise<readonly FileLine[]> {
  const key = toChunkKey(user_id, job.id, job.files_done);
  const chunk = await table.get<{ files: readonly FileLine[] }>(key);
  return chunk?.files ?? [];
}

/**
 * Saves what happened to some files: the lines of one item, and the progress, in one transaction,
 * and updates `run.job`. Returns false if another run has begun, or the import was undone.
 */
export async function saveLines(
  table: Table<'put' | 'update' | 'transact'>,
  run: JobRun,
  { start, lines }: { start: number; lines: readonly FileLine[] },
  progress: JobProgress,
): Promise<boolean> {
  const { user_id, job } = run;
  const set = { ...progress, part_removed: 0, starts: 0 };
  const chunkKey = toChunkKey(user_id, job.id, start);
  const result = await table.transact([
    {
      update: fileImportKeys.importJob(user_id, job.id),
      change: { set },
      condition: isCurrent(run),
    },
    {
      put: { ...chunkKey, files: lines, count: lines.length },
      condition: { count: atMostOrAbsent(lines.length) },
    },
  ]);
  const isSaved = meetsConditions(result);
  if (isSaved) run.job = { ...job, ...set };
  return isSaved;
}

/** Returns the change that ends a run, and requests the next one of the import. */
function toNextRun(id: string): Change {
  const set = { continuation: { id }, starts: 0 };
  return { set, increment: { step: 1 }, remove: ['run_id'] };
}

/**
 * Adds days on which the import can have food entries, before it has: undoing it looks there.
 * Returns false if another run has begun.
 */
export function noteFoodDays(
  table: Table<'update'>,
  run: JobRun,
  days: DayRange,
): Promise<boolean> {
  return note(table, run, { food_days: widen(run.job.food_days, days) });
}

/** Adds the days of values of the body, as `noteFoodDays` does those of food. */
export function noteMeasuredDays(
  table: Table<'update'>,
  run: JobRun,
  values: readonly Pick<SentMeasurement, 'type' | 'date'>[],
): Promise<boolean> {
  const measured_days = { ...run.job.measured_days };
  for (const { type, date } of values)
    measured_days[type] = widen(measured_days[type], { first: date, last: date });
  return note(table, run, { measured_days });
}

async function note(
  table: Table<'update'>,
  run: JobRun,
  days: Pick<ImportJob, 'food_days' | 'measured_days'>,
): Promise<boolean> {
  const job = { ...run.job, ...days };
  if (isEqual(job, run.job)) return true;
  const isDone = await writeAs(table, run, { set: { ...days } });
  if (isDone) run.job = job;
  return isDone;
}

function widen(known: DayRange | undefined, { first, last }: DayRange): DayRange {
  if (!known) return { first, last };
  return {
    first: first < known.first ? first : known.first,
    last: last > known.last ? last : known.last,
  };
}

/** Ends a run, and requests the next one of the import. */
export function requestNextRun(table: Table<'update'>, run: JobRun): Promise<boolean> {
  return writeAs(table, run, toNextRun(run.job.id));
}

/** Ends a run of an import whose file is an export, which another function imports. */
export function requestExportRun(table: Table<'update'>, run: JobRun): Promise<boolean> {
  const { set, ...change } = toNextRun(run.job.id);
  return writeAs(table, run, { ...change, set: { ...set, is_export: true } });
}

/** Ends a run of an import that waits until it is requested again. */
export function holdJob(table: Table<'update'>, run: JobRun): Promise<boolean> {
  const change = {
    set: { state: 'queued', starts: 0 },
    remove: ['run_id', 'continuation'],
  };
  return writeAs(table, run, change);
}

/** Requests a run of an import that was held, or that is running. */
export async function resumeJob(
  table: Table<'update'>,
  user_id: string,
  { id, step }: Pick<ImportJob, 'id' | 'step'>,
): Promise<void> {
  const key = fileImportKeys.importJob(user_id, id);
  const isCurrentStep = { step: equals(step) };
  await table.updateWithoutReturnValues(key, toNextRun(id), isCurrentStep);
}

/** The end of an import. */
interface FinalEnd {
  state: 'done' | 'failed';
  failure?: ImportFailure;
  completed_datetime: string;
  /** The version of the reader that has read all its files. */
  reader?: number;
}

/** The end of a run of which the import goes on when its questions are answered. */
interface AskingEnd extends Required<Pick<ImportJob, 'questions'>> {
  state: 'needs_answer';
  starts: 0;
  ttl?: number;
}

type JobEnd = (FinalEnd | AskingEnd) & Partial<MailAttributes>;

/**
 * Ends an import, or a run that asks, which no longer counts as running, in one transaction.
 * Returns false if another run has begun, or the import was undone.
 */
export async function endJob(
  table: Table<'update' | 'transact'>,
  run: JobRun,
  end: JobEnd,
): Promise<boolean> {
  const { user_id, job } = run;
  const { done } = await table.transact([
    {
      update: fileImportKeys.importJob(user_id, job.id),
      change: { set: { ...end }, remove: ['run_id', 'continuation', 'is_open'] },
      condition: isCurrent(run),
    },
    ...listDecreases(run),
  ]);
  return done;
}

/** Deletes an import that was undone, or that is no longer kept, with its lines. */
export async function deleteJob(
  table: Table<'query' | 'delete' | 'update' | 'transact'>,
  run: JobRun,
): Promise<boolean> {
  const { user_id, job } = run;
  for await (const page of listLineKeys(table, run))
    for (const key of page) await table.delete(key, exists);
  const { done } = await table.transact([
    {
      delete: fileImportKeys.importJob(user_id, job.id),
      condition: isCurrent(run),
    },
    ...listDecreases(run),
    ...listUploadDecreases(user_id, job),
  ]);
  return done;
}

/** Returns the change that no longer counts an import as running. */
function listDecreases({ user_id, job }: JobRun): TransactionChange<'update'>[] {
  return job.is_open ? [toQuotaDecrease(fileImportKeys.runningImports(user_id))] : [];
}

/** Writes a change if the run is still the one that began last. */
async function writeAs(
  table: Table<'update'>,
  run: JobRun,
  change: Change,
): Promise<boolean> {
  const key = fileImportKeys.importJob(run.user_id, run.job.id);
  const { done } = await table.updateWithoutReturnValues(key, change, isCurrent(run));
  return done;
}
