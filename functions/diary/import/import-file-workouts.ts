import {
  type FileOrigin,
  isFileOrigin,
  toFileWorkoutId,
} from '#functions/diary/entry/origin.ts';
import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
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
  /** Conditions of each transaction, e.g. that the import was not undone. */
  checks?: readonly TransactionChange<'check'>[];
}

/** The outcome of the import of a workout of a file. */
export interface FileOutcome {
  /**
   * `created` even if it is only found that the same import has created the entry before.
   * `duplicate` if the person has imported the same file before. `refused` if the day is full,
   * `unstorable` if the store does not take the entry.
   */
  outcome: 'created' | 'duplicate' | 'refused' | 'unstorable';
  /** The id of the entry, unless there is none, or the person has removed it meanwhile. */
  entry_id?: string;
}

/** A workout of a file, with the origin of its entry. */
interface FileWorkoutImport {
  workout: RecordedFileWorkout;
  origin: FileOrigin;
}

/**
 * Imports the workouts of files as diary entries: each exactly once, however many imports have the
 * file (decision 0022). It can be repeated after an interruption at any point, and can run several
 * times at once. A file whose entry the person has removed is imported again, except by the same
 * import. Returns the outcomes of each file, one for each workout, or undefined if a check has
 * failed.
 */
export async function importFileWorkouts(
  table: ImportTable,
  { user_id, import_id, files: imported, checks = [] }: FileImport,
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
  const byId = new Map(subjects.map((subject) => [subject.origin.file_id, subject]));
  return all.map((workouts) =>
    workouts.map((workout) => {
      const subject = byId.get(workout.origin.file_id) ?? workout;
      return toOutcome(workout.origin, changes.get(subject));
    }),
  );
}

function listWorkouts(
  import_id: string,
  { file_id, file_name, workouts }: ImportedFile,
): FileWorkoutImport[] {
  return workouts.map((workout, index) => {
    const { remote_activity, data_source_id = null } = workout;
    const id = toFileWorkoutId(file_id, index);
    const origin = { import_id, file_id: id, file_name, remote_activity, data_source_id };
    return { workout, origin };
  });
}

/** Lists each workout once, in the order of their days, even if two files are the same. */
function listOnce(all: readonly FileWorkoutImport[]): FileWorkoutImport[] {
  const byId = Map.groupBy(all, ({ origin }) => origin.file_id);
  const once = [...byId.values()].flatMap(([first]) => first ?? []);
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
): Promise<PlannedChange[]> {
  const ids = workouts.map(({ origin }) => origin.file_id);
  const found = await records.findFileRecords(table, user_id, ids);
  return workouts.map((each, index) => planImport(user_id, each, found[index], now));
}

function planImport(
  user_id: string,
  { workout, origin }: FileWorkoutImport,
  record: records.StoredFileRecord | undefined,
  now: Date,
): PlannedChange {
  const { import_id, file_id, file_name } = origin;
  const imports = { [import_id]: file_name };
  const storage_date = getLocalDay(workout);
  const created = records.newFileRecord(user_id, { file_id, imports, storage_date }, now);
  const isRepeat = record !== undefined && import_id in record.imports;
  return {
    change: {
      kind: 'file_import',
      address: records.toAddress(created),
      previous: records.toAddress(record ?? created),
      isRepeat,
      fields: toWorkoutFields(origin, workout, now),
    },
    toRecordChange: ({ outcome }) => {
      if (!record) return { put: created, condition: isNew };
      if (outcome === 'created')
        return { put: created, condition: unchangedSince(record) };
      if (isRepeat) return undefined;
      const set = { imports: records.addImport(record, import_id, file_name) };
      const { pk, sk } = record;
      return { update: { pk, sk }, change: { set }, condition: unchangedSince(record) };
    },
  };
}

/** Returns the outcome for a file, which may be a copy of the one that was imported. */
function toOutcome(
  { import_id, file_name }: FileOrigin,
  applied: AppliedChange = { outcome: 'refused', entry: undefined },
): FileOutcome {
  const { outcome: change, entry } = applied;
  if (change === 'refused' || change === 'unstorable') return { outcome: change };
  const isOwn =
    entry !== undefined &&
    isFileOrigin(entry.source) &&
    entry.source.import_id === import_id &&
    entry.source.file_name === file_name;
  const outcome = isOwn ? 'created' : 'duplicate';
  return entry ? { outcome, entry_id: entry.id } : { outcome };
}
