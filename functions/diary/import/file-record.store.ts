import { toDigest } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { workoutRecordKeys } from './workout-record.keys.ts';
import type { EntryPlace } from './workout-record.store.ts';

/** The record of a workout of a file. */
export interface FileRecord extends EntryPlace {
  /** The id of the workout of the file. */
  file_id: string;
  /** The imports that have the file, by id, and the name that it has in each. */
  imports: Readonly<Record<string, string>>;
}

export type StoredFileRecord = FileRecord & Key;

/** The imports of one file that a record names. Of more, only the latest can pass the entry on. */
const maxImports = 50;

/** Returns the record of a workout of a file, or undefined if the file was never imported. */
export function findFileRecord(
  table: Table<'get'>,
  user_id: string,
  file_id: string,
): Promise<StoredFileRecord | undefined> {
  return table.get<StoredFileRecord>(toTableKey(user_id, file_id));
}

/** Lists the records of the workouts of files of a user that an import has. */
export async function listFileRecords(
  table: Table<'query'>,
  { user_id, import_id }: { user_id: string; import_id: string },
): Promise<StoredFileRecord[]> {
  const range = workoutRecordKeys.fileWorkouts(user_id);
  const all = await table.query<StoredFileRecord>(range);
  return all.filter(({ imports }) => import_id in imports);
}

/** Returns a record of a workout that is to be stored on a date, with a new address. */
export function newFileRecord(
  user_id: string,
  { file_id, imports, storage_date }: Omit<FileRecord, 'batch'>,
  now: Date,
): StoredFileRecord {
  const key = toTableKey(user_id, file_id);
  return { ...key, file_id, imports, batch: newId(now), storage_date };
}

/** Returns the imports of a record and a further one. Ids of imports sort by time. */
export function addImport(
  { imports }: FileRecord,
  import_id: string,
  file_name: string,
): FileRecord['imports'] {
  const all = Object.entries({ ...imports, [import_id]: file_name });
  all.sort(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(all.slice(-maxImports));
}

function toTableKey(user_id: string, file_id: string): Key {
  return workoutRecordKeys.fileWorkout(user_id, toDigest(file_id));
}
