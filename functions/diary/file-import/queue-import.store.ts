import { equals } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { fileImportKeys } from './file-import.keys.ts';
import { type ImportJob, noProgress } from './file-import.ts';
import { readerVersion } from './formats/decoded-file.ts';
import {
  listUploadDecreases,
  toDayIncrease,
  toRunningIncrease,
} from './import-counts.ts';
import type { TableAnswer } from './tables/table-questions.ts';

/**
 * The request of a run of an import that does not run. `changed`: another request was first, or the
 * import was undone or has ended. `running` and `too_many`: as many run, or were started in a day,
 * as may be.
 */
export type QueueOutcome = 'queued' | 'changed' | 'running' | 'too_many';

/** Requests the first run of an import whose file is in the bucket now. */
export function queueUploaded(
  table: Table<'update' | 'transact'>,
  user_id: string,
  job: ImportJob,
  file: Pick<ImportJob, 'bytes' | 'etag'>,
): Promise<QueueOutcome> {
  const change = { set: file, remove: ['upload_id', 'ttl'] };
  return queue(table, user_id, job, change, listUploadDecreases(user_id, job));
}

/** Stores the answers to the questions of an import, and requests its next run. */
export function queueAnswered(
  table: Table<'update' | 'transact'>,
  user_id: string,
  job: ImportJob,
  answered: readonly TableAnswer[],
): Promise<QueueOutcome> {
  const answers = [...(job.answers ?? []), ...answered];
  const change = {
    set: { answers },
    increment: { step: 1 },
    remove: ['questions', 'ttl'],
  };
  return queue(table, user_id, job, change);
}

/** Returns whether an earlier reader has read the file of an import. */
export function isOutdated({ reader = 1 }: ImportJob): boolean {
  return reader < readerVersion;
}

/**
 * Requests that the kept file of an import is read again from its beginning, by the same import. It
 * counts as one of the day if today's reader has read the file already, which changes little.
 */
export function requestReread(
  table: Table<'update' | 'transact'>,
  user_id: string,
  job: ImportJob,
  now: Date,
): Promise<QueueOutcome> {
  const { measurements = 0, images = 0 } = job;
  const had = {
    ...(measurements > 0 && { had_measurements: true }),
    ...(images > 0 && { had_images: true }),
  };
  const change = {
    set: { ...noProgress, ...had, starts: 0, reread_datetime: now.toISOString() },
    increment: { step: 1 },
    remove: ['run_id', 'completed_datetime', 'failure'],
  };
  const counts = isOutdated(job) ? [] : [toDayIncrease(user_id, 0, now)];
  return queue(table, user_id, job, change, counts);
}

/** Changes an import, requests its run, and counts it as running, in one transaction. */
async function queue(
  table: Table<'update' | 'transact'>,
  user_id: string,
  { id, step, state }: ImportJob,
  { set, ...change }: Change,
  counts: readonly TransactionChange<'update'>[] = [],
): Promise<QueueOutcome> {
  const queued = { state: 'queued', is_open: true, continuation: { id } };
  const result = await table.transact([
    {
      update: fileImportKeys.importJob(user_id, id),
      change: { ...change, set: { ...set, ...queued } },
      condition: { step: equals(step), state: equals(state) },
    },
    toRunningIncrease(user_id),
    ...counts,
  ]);
  if (meetsConditions(result)) return 'queued';
  const failed = result.failures.map(({ index }) => index);
  if (failed.includes(0)) return 'changed';
  return failed.includes(1) ? 'running' : 'too_many';
}
