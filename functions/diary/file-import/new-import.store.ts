import { countSecondsToNextDay } from '#shared/runtime/time.ts';
import { isNew } from '#shared/table/condition.ts';
import type { FailedChange, Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { fileImportKeys } from './file-import.keys.ts';
import { type ImportJob, importLimits } from './file-import.ts';
import { type ImportsOfDay, toDayIncrease, toRunningIncrease } from './import-counts.ts';

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
  const changes = [toDayIncrease(user_id, 0, now), toRunningIncrease(user_id), ...note];
  const stored = await store(table, user_id, job, changes);
  if ('job' in stored) return stored;
  const isFull = stored.some(({ index }) => index === 2);
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
  const stored = await store(table, user_id, job, [toDayIncrease(user_id, 1, now)]);
  if ('job' in stored) return stored;
  const counts = stored.find(({ index }) => index === 1)?.existing;
  const { uploading = 0 }: Partial<ImportsOfDay> = counts ?? {};
  const outcome = uploading >= importLimits.unfinished ? 'unfinished' : 'too_many';
  return { outcome, seconds: countSecondsToNextDay(now) };
}

/**
 * Stores an import with what counts it, and returns it, or the one that was begun with the same id
 * before. Otherwise, returns which changes have failed: that of the import is the first.
 */
async function store(
  table: Table<'put' | 'update' | 'transact'>,
  user_id: string,
  job: ImportJob,
  counts: readonly TransactionChange<'update'>[],
): Promise<Started | readonly FailedChange[]> {
  const put = { ...fileImportKeys.importJob(user_id, job.id), ...job };
  const result = await table.transact([{ put, condition: isNew }, ...counts]);
  if (meetsConditions(result)) return { outcome: 'created', job };
  const { failures } = result;
  const [first] = failures;
  if (first?.index !== 0 || !first.existing) return failures;
  return { outcome: 'existing', job: first.existing as ImportJob };
}
