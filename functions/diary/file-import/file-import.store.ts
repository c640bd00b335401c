import {
  countSecondsToNextDay,
  daySeconds,
  toEpochSeconds,
} from '#shared/runtime/time.ts';
import {
  atMostOrAbsent,
  belowOrAbsent,
  equals,
  exists,
  isAbsent,
  isNew,
  toQuotaIncrease,
} from '#shared/table/condition.ts';
import type { FailedChange, Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { fileImportKeys } from './file-import.keys.ts';
import {
  type ImportJob,
  type ImportRights,
  importLimits,
  isAbandoned,
  noProgress,
} from './file-import.ts';
import { type FileLine, linesPerItem } from './file-line.ts';
import { readerVersion } from './formats/decoded-file.ts';
import type { TableAnswer } from './tables/table-questions.ts';

/** The item with some files of an import. */
interface LineChunk {
  files: readonly FileLine[];
}

/** Returns the key of the item with the file that has this number among those processed. */
export function toChunkKey(user_id: string, import_id: string, number: number) {
  const chunk = String(Math.floor(number / linesPerItem)).padStart(4, '0');
  return fileImportKeys.importLines(user_id, `${import_id}#${chunk}`);
}

/**
 * Returns an import of the user, or undefined if it does not exist. One whose upload has ended does
 * not exist any more, even before the table deletes it.
 */
export async function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
  now: Date,
): Promise<ImportJob | undefined> {
  const job = await table.get<ImportJob>(fileImportKeys.importJob(user_id, id));
  return job && !isAbandoned(job, now) ? job : undefined;
}

/** Lists the imports of a user, the newest first, without those whose upload has ended. */
export async function list(
  table: Table<'query'>,
  user_id: string,
  now: Date,
): Promise<ImportJob[]> {
  const all = await table.query<ImportJob>(fileImportKeys.importJobs(user_id));
  return all.filter((job) => !isAbandoned(job, now)).reverse();
}

/**
 * Lists the newest imports of a user, the newest first. Of `limit` that are read, those whose
 * upload has ended are left out.
 */
export async function listNewest(
  table: Table<'query'>,
  user_id: string,
  limit: number,
  now: Date,
): Promise<ImportJob[]> {
  const { pk, prefix } = fileImportKeys.importJobs(user_id);
  // No id has this character.
  const range = { pk, from: prefix, to: `${prefix}~` };
  const jobs = await table.queryPage<ImportJob>({ ...range, limit, isDescending: true });
  return jobs.filter((job) => !isAbandoned(job, now));
}

/** Reads a page of the files of an import, which are in two items at most. */
export async function listLines(
  table: Table<'get'>,
  user_id: string,
  { id, files_done }: Pick<ImportJob, 'id' | 'files_done'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<FileLine[]> {
  const end = Math.min(offset + limit, files_done);
  if (offset >= end) return [];
  const first = Math.floor(offset / linesPerItem) * linesPerItem;
  const starts = [first, first + linesPerItem].filter((start) => start < end);
  const chunks = starts.map((start) =>
    table.get<LineChunk>(toChunkKey(user_id, id, start)),
  );
  const files = (await Promise.all(chunks)).flatMap((chunk) => chunk?.files ?? []);
  return files.slice(offset - first, end - first);
}

/** The new import, or one that was begun with the same id before. */
export interface Started {
  outcome: 'created' | 'existing';
  job: ImportJob;
}

/** A limit of a day, and the seconds until the next day. */
export interface DayLimit<Outcome> {
  outcome: Outcome;
  seconds: number;
}

/** The start of an import: too many were started in a day, or too many are running. */
export type ImportStart = Started | DayLimit<'too_many'> | { outcome: 'running' };

/** The start of an upload: too many imports of a day, or too many uploads are not completed. */
type UploadStart = Started | DayLimit<'too_many'> | DayLimit<'unfinished'>;

/** The item that counts the imports of a day. */
interface ImportsOfDay {
  count: number;
  /** The uploads that are neither completed nor ended, and those by forms. */
  uploading?: number;
}

/** A new import, and the change that notes it with its idempotency key, if it has one. */
interface NewImport {
  job: ImportJob;
  note: readonly TransactionChange<'update'>[];
}

/**
 * Stores a new import whose file is in the bucket, and counts it. The table's stream passes its
 * request to the queue.
 */
export async function create(
  table: Table<'put' | 'update' | 'transact'>,
  user_id: string,
  { job, note }: NewImport,
  now: Date,
): Promise<ImportStart> {
  const creation = listCreationChanges(user_id, job, 0, now);
  const changes = [...creation, toRunningIncrease(user_id), ...note];
  const result = await table.transact(changes);
  if (meetsConditions(result)) return { outcome: 'created', job };
  const { failures } = result;
  const existing = findExisting(failures);
  if (existing) return existing;
  const isFull = failures.some(({ index }) => index === creation.length);
  return isFull
    ? { outcome: 'running' }
    : { outcome: 'too_many', seconds: countSecondsToNextDay(now) };
}

/**
 * Stores a new import whose file is uploaded later. It counts as running only then, and until then
 * as an unfinished upload. That of a form counts all day, because the form can be sent again.
 */
export async function createUploading(
  table: Table<'put' | 'update' | 'transact'>,
  user_id: string,
  job: ImportJob,
  now: Date,
): Promise<UploadStart> {
  const result = await table.transact(listCreationChanges(user_id, job, 1, now));
  if (meetsConditions(result)) return { outcome: 'created', job };
  const { failures } = result;
  const existing = findExisting(failures);
  if (existing) return existing;
  const counts = failures.find(({ index }) => index === 1)?.existing;
  const { uploading = 0 }: Partial<ImportsOfDay> = counts ?? {};
  const outcome = uploading >= importLimits.unfinished ? 'unfinished' : 'too_many';
  return { outcome, seconds: countSecondsToNextDay(now) };
}

/** Returns the changes that store an import, and count it as one of the day. */
function listCreationChanges(
  user_id: string,
  job: ImportJob,
  uploading: 0 | 1,
  now: Date,
): TransactionChange<'put' | 'update'>[] {
  return [
    { put: { ...fileImportKeys.importJob(user_id, job.id), ...job }, condition: isNew },
    toDayIncrease(user_id, uploading, now),
  ];
}

/** Returns the change that counts an import as one of the day, unless there are too many. */
function toDayIncrease(
  user_id: string,
  uploading: 0 | 1,
  now: Date,
): TransactionChange<'update'> {
  const today = now.toISOString().slice(0, 10);
  const isFree = { uploading: belowOrAbsent(importLimits.unfinished) };
  return {
    update: fileImportKeys.importsOfDay(user_id, today),
    change: {
      increment: { count: 1, uploading },
      set: { ttl: toEpochSeconds(now) + 2 * daySeconds },
    },
    condition: {
      count: belowOrAbsent(importLimits.perDay),
      ...(uploading && isFree),
    },
  };
}

/** Returns the import that was begun with the same id before, if changes failed because of it. */
function findExisting([first]: readonly FailedChange[]): Started | undefined {
  if (first?.index !== 0 || !first.existing) return undefined;
  return { outcome: 'existing', job: first.existing as ImportJob };
}

/** Returns the change that no longer counts an upload in parts as unfinished, if it is one. */
export function listUploadDecreases(
  user_id: string,
  { upload_id, created_datetime }: Pick<ImportJob, 'upload_id' | 'created_datetime'>,
): TransactionChange<'update'>[] {
  if (upload_id === undefined) return [];
  const ttl = toEpochSeconds(new Date(created_datetime)) + 2 * daySeconds;
  const change = { increment: { uploading: -1 }, set: { ttl } };
  const key = fileImportKeys.importsOfDay(user_id, created_datetime.slice(0, 10));
  // The item may be gone, if the import is undone late. A count never exceeds that of all imports.
  const condition = { uploading: atMostOrAbsent(importLimits.perDay) };
  return [{ update: key, change, condition }];
}

/** Returns the change that counts an import as running, unless too many do. */
function toRunningIncrease(user_id: string) {
  const key = fileImportKeys.runningImports(user_id);
  return toQuotaIncrease(key, importLimits.running);
}

/**
 * Requests the first run of an import whose file is in the bucket now, and counts it as running.
 * `changed`: another request has done so, or the import was undone or has ended.
 */
export async function queueUploaded(
  table: Table<'update' | 'transact'>,
  user_id: string,
  job: ImportJob,
  file: Pick<ImportJob, 'bytes' | 'etag'>,
): Promise<'queued' | 'running' | 'changed'> {
  const { id } = job;
  const result = await table.transact([
    {
      update: fileImportKeys.importJob(user_id, id),
      change: {
        set: { state: 'queued', ...file, is_open: true, continuation: { id } },
        remove: ['upload_id', 'ttl'],
      },
      condition: { state: equals('uploading') },
    },
    toRunningIncrease(user_id),
    ...listUploadDecreases(user_id, job),
  ]);
  return meetsConditions(result) ? 'queued' : toQueueFailure(result.failures);
}

/**
 * Stores the answers to the questions of an import, requests its next run, and counts it as
 * running. `changed`: another request has answered, or the import was undone.
 */
export async function queueAnswered(
  table: Table<'update' | 'transact'>,
  user_id: string,
  { id, step, answers = [] }: ImportJob,
  answered: readonly TableAnswer[],
): Promise<'queued' | 'running' | 'changed'> {
  const set = { state: 'queued', answers: [...answers, ...answered], is_open: true };
  const result = await table.transact([
    {
      update: fileImportKeys.importJob(user_id, id),
      change: {
        set: { ...set, continuation: { id } },
        increment: { step: 1 },
        remove: ['questions', 'ttl'],
      },
      condition: { state: equals('needs_answer'), step: equals(step) },
    },
    toRunningIncrease(user_id),
  ]);
  return meetsConditions(result) ? 'queued' : toQueueFailure(result.failures);
}

/** Returns why an import was not queued: it is the first change, and its count the second. */
function toQueueFailure(failures: readonly FailedChange[]): 'running' | 'changed' {
  return failures.some(({ index }) => index === 0) ? 'changed' : 'running';
}

/** Returns whether an earlier reader has read the file of an import. */
export function isOutdated({ reader = 1 }: ImportJob): boolean {
  return reader < readerVersion;
}

/** The request to read a kept file again: `changed` if the import was undone meanwhile. */
export type RereadStart = 'queued' | 'changed' | 'running' | 'too_many';

/**
 * Requests that the kept file of an import is read again from its beginning, by the same import. It
 * counts as one of the day if today's reader has read the file already, which changes little.
 */
export async function requestReread(
  table: Table<'update' | 'transact'>,
  user_id: string,
  job: ImportJob,
  now: Date,
): Promise<RereadStart> {
  const { id, step, state, measurements = 0, images = 0 } = job;
  const begun = { state: 'queued', is_open: true, starts: 0, continuation: { id } };
  const had = {
    ...(measurements > 0 && { had_measurements: true }),
    ...(images > 0 && { had_images: true }),
  };
  const result = await table.transact([
    {
      update: fileImportKeys.importJob(user_id, id),
      change: {
        set: { ...begun, ...noProgress, ...had, reread_datetime: now.toISOString() },
        increment: { step: 1 },
        remove: ['run_id', 'completed_datetime', 'failure'],
      },
      condition: { step: equals(step), state: equals(state) },
    },
    toRunningIncrease(user_id),
    ...(isOutdated(job) ? [] : [toDayIncrease(user_id, 0, now)]),
  ]);
  if (meetsConditions(result)) return 'queued';
  const failed = result.failures.map(({ index }) => index);
  if (failed.includes(0)) return 'changed';
  return failed.includes(1) ? 'running' : 'too_many';
}

/** The rights of the person on a page. */
const everyRight = { may_measure: true, may_upload_images: true };

/**
 * Requests that an import is undone, whatever its state, and that its run ends. One that has
 * brought what the caller may not delete is not. Returns the scope that is missing for that,
 * `none`, or undefined if there is no such import.
 */
export async function requestUndo(
  table: Table<'update'>,
  user_id: string,
  id: string,
  { may_measure, may_upload_images }: ImportRights = everyRight,
): Promise<'none' | 'measurements.write' | 'images.write' | undefined> {
  const change = {
    set: { state: 'undoing', starts: 0, continuation: { id } },
    increment: { step: 1 },
    remove: ['run_id', 'ttl'],
  };
  const key = fileImportKeys.importJob(user_id, id);
  const condition = {
    ...exists,
    ...(!may_measure && {
      measurements: atMostOrAbsent(0),
      had_measurements: isAbsent,
    }),
    ...(!may_upload_images && { images: atMostOrAbsent(0), had_images: isAbsent }),
  };
  const result = await table.updateWithoutReturnValues(key, change, condition);
  if (result.done) return 'none';
  if (!result.existing) return undefined;
  const { measurements = 0, had_measurements } = result.existing as ImportJob;
  const isMeasured = had_measurements || measurements > 0;
  return !may_measure && isMeasured ? 'measurements.write' : 'images.write';
}
