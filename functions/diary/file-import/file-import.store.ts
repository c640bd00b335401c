import { atMostOrAbsent, exists, isAbsent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { fileImportKeys } from './file-import.keys.ts';
import { type ImportJob, type ImportRights, isAbandoned } from './file-import.ts';
import { type FileLine, linesPerItem } from './file-line.ts';

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
