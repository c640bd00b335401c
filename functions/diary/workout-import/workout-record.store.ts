import { addDays } from '#functions/diary/entry/dates.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { type EntryAddress, listStoredEntries } from '#functions/diary/entry/day-item.ts';
import { isConnectionOrigin } from '#functions/diary/entry/origin.ts';
import {
  type ImportedEntry,
  isEdited,
  isImported,
} from '#functions/diary/merging/imported-entry.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import type { ImportedWorkout, WorkoutOrigin } from './workout.ts';
import { workoutRecordKeys } from './workout-record.keys.ts';

/** A workout at a provider. */
export interface WorkoutKey {
  user_id: string;
  remote_connection_type: string;
  /** The provider's id of the account. */
  account_id: string;
  /** The provider's id of the workout. */
  workout_id: string;
}

/**
 * The place of the entry of a workout. The record is written in one transaction with the entry,
 * so several processes that import a workout at once store one entry.
 */
interface EntryPlace {
  /** The batch of the entry. The entry gets a new batch whenever its day changes. */
  batch: string;
  /** The day whose item contains the entry. */
  storage_date: string;
}

/**
 * What became of the file of a workout: it is on its way to the importer, could not be read,
 * does not exist, or is read.
 */
export type FileState = 'taken' | 'failed' | 'none' | 'read';

/** What the record of a workout notes of the file that its provider has. */
export interface FileFacts {
  file_state?: FileState | undefined;
  /** Since when, in epoch seconds. */
  file_at?: number | undefined;
}

/**
 * What the record of a workout of an inbox notes of the latest message about it, and that of a
 * connection of its file.
 */
export interface MessageFacts extends FileFacts {
  /** Digest of what the app states, or null if it has deleted the workout. */
  digest?: string | null;
  /** Digest of the samples of the latest message that had some. */
  samples_digest?: string | undefined;
  /** What they tell, which stays if a later message has no samples. */
  sampled?: Partial<ImportedWorkout> | undefined;
  /** What the provider stated of the same when the file was read. */
  stated?: Partial<ImportedWorkout> | undefined;
  /** The number of the message, if the app numbers them. */
  sequence?: number | undefined;
  /** Else when it was received, in epoch milliseconds. */
  read_at?: number | undefined;
}

/** The record of a workout at a provider or of an inbox, which has the type `inbox`. */
export interface WorkoutRecord extends EntryPlace, MessageFacts {
  remote_connection_type: string;
  remote_connection_id: string;
  /**
   * When the entry was removed because it could not be read again in time. Absent as soon as it is
   * restored.
   */
  expired_at?: string;
}

export type StoredRecord = WorkoutRecord & Key;

/** Reads the records of workouts, in their order. One that was never imported is undefined. */
export function findEach(
  table: Table<'getEach'>,
  keys: readonly WorkoutKey[],
): Promise<(StoredRecord | undefined)[]> {
  return table.getEach<StoredRecord>(keys.map(toRecordKey));
}

/** Lists the records of the workouts of a user. */
export function list(table: Table<'query'>, user_id: string): Promise<StoredRecord[]> {
  return table.query<StoredRecord>(workoutRecordKeys.importedWorkouts(user_id));
}

/** Lists the records of a connection's workouts by their days, also of those that expired. */
export async function listByConnection(
  table: Table<'query'>,
  { user_id, remote_connection_id }: { user_id: string; remote_connection_id: string },
): Promise<StoredRecord[]> {
  const all = await list(table, user_id);
  const own = all.filter(
    (record) => record.remote_connection_id === remote_connection_id,
  );
  return own.sort((one, other) => one.storage_date.localeCompare(other.storage_date));
}

/** Returns a record of a workout that is to be stored on a date, with a new address. */
export function newRecord(
  key: WorkoutKey,
  origin: WorkoutOrigin,
  storage_date: string,
  now: Date,
): StoredRecord {
  return { ...toRecordKey(key), ...origin, batch: newId(now), storage_date };
}

/** Returns whether a message is an earlier one than that of which a record has facts. */
export function isEarlierMessage(
  facts: MessageFacts | undefined,
  record: WorkoutRecord,
): boolean {
  const { sequence, read_at = Number.POSITIVE_INFINITY } = facts ?? {};
  return sequence === undefined
    ? read_at < (record.read_at ?? 0)
    : sequence < (record.sequence ?? 0);
}

/** Returns whether a record does not have facts. When a repeat was received is none. */
export function hasOtherFacts(record: WorkoutRecord, facts: MessageFacts): boolean {
  return (['digest', 'samples_digest', 'sequence', 'file_state'] as const).some(
    (name) => facts[name] !== undefined && facts[name] !== record[name],
  );
}

/** The seconds after which a file that was taken is lost: the queue keeps no message longer. */
const maxTaken = 7 * 3600;

/** Returns whether the file of a workout is still to be fetched. */
export function lacksFile({ file_state, file_at = 0 }: FileFacts, now: Date): boolean {
  const isLost = file_state === 'taken' && file_at < toEpochSeconds(now) - maxTaken;
  return file_state === undefined || file_state === 'failed' || isLost;
}

/**
 * The seconds after which a file is given up that fails again. That requests for it fail can be an
 * outage of its provider.
 */
const maxFailing = { request: 86_400, reading: 3600 } as const;

/** Returns what a failure of its file makes of the facts of a workout. */
export function toFailedFile(
  what: keyof typeof maxFailing,
  { file_state, file_at = 0 }: FileFacts,
  now: Date,
): Required<FileFacts> {
  const at = toEpochSeconds(now);
  if (file_state !== 'failed') return { file_state: 'failed', file_at: at };
  const isGivenUp = file_at < at - maxFailing[what];
  return { file_state: isGivenUp ? 'none' : 'failed', file_at };
}

/** Returns the change that notes what became of a file, if the workout has a record. */
export function toFileChange(
  key: WorkoutKey,
  facts: Required<FileFacts>,
): TransactionChange<'update'> {
  return { update: toRecordKey(key), change: { set: { ...facts } }, condition: exists };
}

/** Returns the address of a workout's entry. */
export function toAddress({ batch, storage_date }: EntryPlace): EntryAddress {
  return { batch, firstDate: storage_date, index: 0, type: 'exercise' };
}

/** Returns the key of the record of a workout. */
export function toRecordKey({
  user_id,
  remote_connection_type,
  account_id,
  workout_id,
}: WorkoutKey) {
  const identity = JSON.stringify([remote_connection_type, account_id, workout_id]);
  return workoutRecordKeys.importedWorkout(user_id, toDigest(identity));
}

/** A workout of the diary. */
export interface ListedWorkout {
  remote_id: string;
  /** The start in epoch milliseconds. */
  start: number;
  /** Whether the person has edited its entry, which then stays in any case. */
  isEdited: boolean;
  entry: ImportedEntry;
}

/** Lists the workouts of a connection that started in an interval and are in the diary. */
export async function listImported(
  table: Table<'query'>,
  { user_id, remote_connection_id }: { user_id: string; remote_connection_id: string },
  { from, to }: { from: string; to: string },
): Promise<ListedWorkout[]> {
  // A local date differs from the date in UTC by at most one day.
  const firstDay = addDays(from.slice(0, 10), -1);
  const lastDay = addDays(to.slice(0, 10), 1);
  const range = { first: firstDay, last: lastDay };
  const days = await dayItems.list({ table, user_id }, range);
  const stored = days.flatMap(([date, item]) => listStoredEntries(item, date));
  const entries = stored.filter(isImported);
  return entries.flatMap((entry) => {
    const { source, imported } = entry;
    const start = imported.start * 1000;
    const startedAt = new Date(start).toISOString();
    const isInInterval = startedAt >= from && startedAt <= to;
    if (!isConnectionOrigin(source) || !isInInterval) return [];
    if (source.remote_connection_id !== remote_connection_id) return [];
    return { remote_id: source.remote_id, start, isEdited: isEdited(entry), entry };
  });
}

/** The record of a workout of a file. */
export interface FileRecord extends EntryPlace {
  /** The id of the workout of the file. */
  file_id: string;
  /** The imports that have the file, by id, and the name that it has in each. */
  imports: Readonly<Record<string, string>>;
  /** The start of the workout in seconds since 1970. Absent in records of 0.6.0. */
  start?: number;
  /** The word of the file for its sport. Absent in records of 0.6.0. */
  sport?: string;
  /** The version of the reader that has read it. Absent in records of 0.6.0. */
  reader?: number;
}

export type StoredFileRecord = FileRecord & Key;

/** The imports of one file that a record names. Of more, only the latest can pass the entry on. */
const maxImports = 50;

/**
 * Reads the records of workouts of files, in the order of their ids. One of a file that was never
 * imported is undefined.
 */
export function findFileRecords(
  table: Table<'getEach'>,
  user_id: string,
  file_ids: readonly string[],
): Promise<(StoredFileRecord | undefined)[]> {
  const keys = file_ids.map((file_id) => toFileKey(user_id, file_id));
  return table.getEach<StoredFileRecord>(keys);
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

/** Returns the id of the record of a workout of an export, which its series names, too. */
export function toExportedRecordId(batch: string, type = ''): string {
  return `export:${type}:${batch}`;
}

/** Lists the providers that exports name as those of workouts of a user. */
export async function listExportedTypes(
  table: Table<'query'>,
  user_id: string,
): Promise<string[]> {
  const range = workoutRecordKeys.fileWorkouts(user_id);
  const all = await table.query<StoredFileRecord>(range);
  return all.flatMap(({ file_id }) => /^export:([^:]+):/.exec(file_id)?.[1] ?? []);
}

/** Returns a record of a workout that is to be stored on a date, with a new address. */
export function newFileRecord(
  user_id: string,
  record: Omit<FileRecord, 'batch'>,
  now: Date,
): StoredFileRecord {
  return { ...toFileKey(user_id, record.file_id), ...record, batch: newId(now) };
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

/** Returns the check that the workout of a file has no record. */
export function toAbsenceCheck(
  user_id: string,
  file_id: string,
): TransactionChange<'check'> {
  return { check: toFileKey(user_id, file_id), condition: isNew };
}

function toFileKey(user_id: string, file_id: string): Key {
  return workoutRecordKeys.fileWorkout(user_id, toDigest(file_id));
}
