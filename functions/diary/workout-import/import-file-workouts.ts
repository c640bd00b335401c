import { isFileOrigin } from '#functions/diary/entry/origin.ts';
import type { FileEntryImport } from '#functions/diary/merging/import-change.ts';
import * as series from '#functions/diary/series/series.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import {
  assignRecords,
  getStart,
  type PlacedWorkout,
  toSportWord,
} from './assign-records.store.ts';
import {
  type AppliedChange,
  changeEntries,
  type PlannedChange,
} from './change-entries.store.ts';
import type { ImportTable } from './import-workouts.ts';
import { type FileWorkout, getLocalDay, toWorkoutFields } from './workout.ts';
import * as records from './workout-record.store.ts';

/** A workout of a file, and the id of the data source of the device that recorded it. */
export type RecordedFileWorkout = FileWorkout & { data_source_id?: string };

/** A file of an import, with the workouts that it has. */
export interface ImportedFile {
  /** The identity of the file wherever it is copied. It has no `#`. */
  file_id: string;
  /** Whether the identity is that of its bytes, so that another file cannot have it. */
  isExact: boolean;
  /** The version of the reader, or absent if the file could not be read to its end. */
  reader?: number;
  /** The name of the file in the import. */
  file_name: string;
  workouts: readonly RecordedFileWorkout[];
}

/** Files that a person imports. */
export interface FileImport {
  user_id: string;
  /** Sorts by the time at which the import was created. */
  import_id: string;
  files: readonly ImportedFile[];
  /** Entries that the same import has before this time are duplicates. In epoch milliseconds. */
  since?: number;
  /** Conditions of each transaction, e.g. that the import was not undone. */
  checks?: readonly TransactionChange<'check'>[];
}

/** The outcome of the import of a workout of a file. */
export interface FileOutcome {
  /**
   * `created` even if it is only found that the same import has created the entry before.
   * `duplicate` if the person has imported the same file before, and `corrected` if an earlier
   * reader has read other values or no series from it. `refused` if the day is full, `unstorable`
   * if the store does not take the entry.
   */
  outcome: 'created' | 'corrected' | 'duplicate' | 'refused' | 'unstorable';
  /** The id of the entry, unless there is none, or the person has removed it meanwhile. */
  entry_id?: string;
}

/** A workout of a file of an import. */
interface FileWorkoutImport extends PlacedWorkout {
  import_id: string;
  file: ImportedFile;
  workout: RecordedFileWorkout;
}

/**
 * Imports the workouts of files as diary entries: each exactly once, however many imports have the
 * file (decision 0022). It can be repeated after an interruption at any point, and can run several
 * times at once. A file whose entry the person has removed is imported again, except by the same
 * import. One that an earlier reader has read is read again: its entry gets the values of today,
 * unless the person has edited it, and is not stored again if the person has removed it. Returns
 * the outcomes of each file, one for each workout, or undefined if a check has failed.
 */
export async function importFileWorkouts(
  table: ImportTable,
  { user_id, import_id, files: imported, since = 0, checks = [] }: FileImport,
  now: Date,
): Promise<FileOutcome[][] | undefined> {
  const all = imported.map((file) => listWorkouts(import_id, file));
  const subjects = listOnce(all.flat());
  const applied = await changeEntries(
    { table, user_id },
    {
      subjects,
      prepare: (workouts) => planImports(table, user_id, workouts, now),
      checks,
    },
  );
  if (!applied) return undefined;
  const changes = new Map(subjects.map((subject, index) => [subject, applied[index]]));
  const byKey = new Map(subjects.map((subject) => [toKey(subject), subject]));
  return all.map((workouts) =>
    workouts.map((workout) => {
      const subject = byKey.get(toKey(workout)) ?? workout;
      return toOutcome(workout, since, changes.get(subject));
    }),
  );
}

/** Returns what the import of files would change, without changing it. */
export async function planFileWorkouts(
  table: Table<'getEach'>,
  { user_id, import_id, files }: FileImport,
  now: Date,
): Promise<PlannedImport[]> {
  const subjects = listOnce(files.flatMap((file) => listWorkouts(import_id, file)));
  return planImports(table, user_id, subjects, now);
}

function listWorkouts(import_id: string, file: ImportedFile): FileWorkoutImport[] {
  return file.workouts.map((workout, index) => ({ import_id, file, index, workout }));
}

/** Returns what two copies of a workout have in common. */
function toKey({ file, index, workout }: FileWorkoutImport): string {
  const sport = toSportWord(workout.remote_activity);
  return JSON.stringify([file.file_id, index, getStart(workout), sport]);
}

/** Lists each workout once, in the order of their days, even if two files are the same. */
function listOnce(all: readonly FileWorkoutImport[]): FileWorkoutImport[] {
  const byKey = Map.groupBy(all, toKey);
  const once = [...byKey.values()].flatMap(([first]) => first ?? []);
  return once.sort((one, other) =>
    getLocalDay(one.workout).localeCompare(getLocalDay(other.workout)),
  );
}

/** Plans what the imports of workouts change, from the records of the workouts. */
async function planImports(
  table: Table<'getEach'>,
  user_id: string,
  workouts: readonly FileWorkoutImport[],
  now: Date,
): Promise<PlannedImport[]> {
  const assigned = await assignRecords(table, user_id, workouts);
  const imports = workouts.map((each, index) => {
    const { file_id = '', record } = assigned[index] ?? {};
    return { ...each, file_id, record };
  });
  const recorded = imports.flatMap(({ file, workout: { curves }, record }) => {
    const isRead = curves && record && isOutdated(file, record);
    return isRead ? { batch: record.batch, curves } : [];
  });
  const outdated = await series.findOutdated(table, user_id, recorded);
  return imports.map((each) => ({
    ...planImport(user_id, each, now),
    curves: each.workout.curves,
    addsSeries: each.record !== undefined && outdated.has(each.record.batch),
  }));
}

/** Returns whether an earlier reader has read the workout of a record. */
function isOutdated(
  { reader = 0 }: ImportedFile,
  record: records.StoredFileRecord,
): boolean {
  return (record.reader ?? 0) < reader;
}

/** A workout with its record, or the id of the one that it gets. */
interface AssignedImport extends FileWorkoutImport {
  file_id: string;
  record: records.StoredFileRecord | undefined;
}

/** The change of the entry of a workout of a file. */
export interface PlannedImport extends PlannedChange {
  change: FileEntryImport;
}

function planImport(
  user_id: string,
  { import_id, file, file_id, workout, record }: AssignedImport,
  now: Date,
): PlannedImport {
  const { file_name, reader } = file;
  const { remote_activity, data_source_id = null } = workout;
  const origin = { import_id, file_id, file_name, remote_activity, data_source_id };
  const facts = compact({
    start: getStart(workout),
    sport: toSportWord(remote_activity),
    reader,
  });
  const imports = record
    ? records.addImport(record, import_id, file_name)
    : { [import_id]: file_name };
  const storage_date = getLocalDay(workout);
  const place = { file_id, imports: { [import_id]: file_name }, storage_date };
  const created = records.newFileRecord(user_id, { ...place, ...facts }, now);
  const isRepeat = record !== undefined && import_id in record.imports;
  const isCorrection = record !== undefined && isOutdated(file, record);
  const isInPlace = record?.storage_date === storage_date;
  const address = records.toAddress(created);
  const previous = records.toAddress(record ?? created);
  return {
    change: {
      kind: 'file_import',
      address,
      previous,
      ...(isCorrection && { corrected: isInPlace ? previous : address }),
      isRepeat,
      fields: toWorkoutFields(origin, workout, now),
    },
    toRecordChange: ({ outcome }) => {
      if (!record) return { put: created, condition: isNew };
      const condition = unchangedSince(record);
      if (outcome === 'created') return { put: created, condition };
      if (outcome === 'updated' && !isInPlace)
        return { put: { ...created, imports }, condition };
      if (isRepeat && !isCorrection) return undefined;
      const { pk, sk } = record;
      const set = { imports, ...(isCorrection && facts) };
      return { update: { pk, sk }, change: { set }, condition };
    },
  };
}

/** Returns the outcome for a file, which may be a copy of the one that was imported. */
function toOutcome(
  { import_id, file: { file_name } }: FileWorkoutImport,
  since: number,
  applied: AppliedChange = { outcome: 'refused', entry: undefined },
): FileOutcome {
  const { outcome: change, entry } = applied;
  if (change === 'refused' || change === 'unstorable') return { outcome: change };
  if (change === 'updated')
    return compact({ outcome: 'corrected' as const, entry_id: entry?.id });
  const isOwn =
    entry !== undefined &&
    isFileOrigin(entry.source) &&
    entry.source.import_id === import_id &&
    entry.source.file_name === file_name &&
    entry.imported.read_at >= since;
  const outcome = isOwn ? 'created' : 'duplicate';
  return entry ? { outcome, entry_id: entry.id } : { outcome };
}
