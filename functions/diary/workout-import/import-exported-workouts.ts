import type { ExerciseEntry } from '#functions/diary/entry/exercise.ts';
import {
  type ImportFacts,
  isFileOrigin,
  type OriginalOrigin,
  type OriginFields,
} from '#functions/diary/entry/origin.ts';
import {
  type ImportedFields,
  toFieldsDigest,
} from '#functions/diary/merging/imported-entry.ts';
import type { PairDecisions } from '#functions/diary/merging/person-decisions.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import {
  type AppliedChange,
  changeEntries,
  type PlannedChange,
} from './change-entries.store.ts';
import type { ImportTable } from './import-workouts.ts';
import * as records from './workout-record.store.ts';

/** A workout of an export, as its recorder has told it. */
export interface ExportedWorkout {
  /** The batch of its entry where it was exported. */
  batch: string;
  /** The id that it has here (`toExportedId`). */
  file_id: string;
  exercise: ExerciseEntry;
  remote_activity: string;
  /** The provider whose policy applies. */
  remote_connection_type?: string | undefined;
  attribution?: string | undefined;
  original: OriginalOrigin;
  facts: Omit<ImportFacts, 'digest' | 'read_at'>;
  /** What the person had decided about it. */
  decisions: PairDecisions;
  /** The records from which the person had chosen members (`toSourceKey`). */
  chosen?: OriginFields['chosen'];
}

/** Returns the id of the record of a workout, which its series names, too. */
export function toRecordId({ batch, remote_connection_type }: ExportedWorkout): string {
  return records.toExportedRecordId(batch, remote_connection_type);
}

/** The import of an export. */
export interface WorkoutsOfExport {
  user_id: string;
  import_id: string;
  file_name: string;
  /** When the export was made, in epoch milliseconds. */
  madeAt: number;
  /** Whether the kept file is read again. */
  isReread: boolean;
  workouts: readonly ExportedWorkout[];
  checks: readonly TransactionChange<'check'>[];
}

/**
 * What became of a workout. One that the person has deleted stays deleted, until the import that
 * brought it is undone.
 */
export interface ExportedOutcome {
  outcome: 'created' | 'corrected' | 'duplicate' | 'deleted' | 'refused' | 'unstorable';
  entry_id: string;
}

/**
 * Imports the workouts of an export as `importFileWorkouts` does those of files. One that an
 * earlier export has brought gets the values of a later one, unless the person has edited it here.
 * Returns the outcomes, one for each workout, or undefined if a check has failed.
 */
export async function importExportedWorkouts(
  table: ImportTable,
  { user_id, workouts, checks, isReread, ...by }: WorkoutsOfExport,
  now: Date,
): Promise<ExportedOutcome[] | undefined> {
  const once = new Map(workouts.map((workout) => [toRecordId(workout), workout]));
  const subjects = [...once.values()];
  const prepare = async (batch: readonly ExportedWorkout[]) => {
    const ids = batch.map(toRecordId);
    const found = await records.findFileRecords(table, user_id, ids);
    return batch.map((workout, index) =>
      planWorkout({ ...by, user_id }, workout, found[index], now),
    );
  };
  const applied = await changeEntries({ table, user_id }, { subjects, prepare, checks });
  if (!applied) return undefined;
  const own = isReread ? undefined : by.import_id;
  const outcomes = new Map(
    [...once.keys()].map((id, index) => [id, toOutcome(own, applied[index])]),
  );
  return workouts.flatMap((workout) => outcomes.get(toRecordId(workout)) ?? []);
}

type PlannedBy = Pick<WorkoutsOfExport, 'user_id' | 'import_id' | 'file_name' | 'madeAt'>;

function planWorkout(
  { user_id, import_id, file_name, madeAt }: PlannedBy,
  workout: ExportedWorkout,
  record: records.StoredFileRecord | undefined,
  now: Date,
): PlannedChange {
  const { facts, decisions, chosen } = workout;
  const storage_date = facts.date;
  const file_id = toRecordId(workout);
  const imports = { [import_id]: file_name };
  const place = { file_id, imports, storage_date, start: facts.start };
  const created = records.newFileRecord(user_id, place, now);
  const isInPlace = record?.storage_date === storage_date;
  const address = records.toAddress(created);
  const previous = records.toAddress(record ?? created);
  const isRepeat = record !== undefined && import_id in record.imports;
  const corrected = isInPlace ? previous : address;
  return {
    change: {
      kind: 'file_import',
      address,
      previous,
      isRepeat,
      ...(record && { corrected }),
      decisions,
      chosen,
      fields: toFields(workout, { import_id, file_name, madeAt }),
    },
    toRecordChange: ({ outcome }) => {
      if (!record) return { put: created, condition: isNew };
      const condition = unchangedSince(record);
      const all = records.addImport(record, import_id, file_name);
      if (outcome === 'updated' && !isInPlace)
        return { put: { ...created, imports: all }, condition };
      if (isRepeat) return undefined;
      const { pk, sk } = record;
      return { update: { pk, sk }, change: { set: { imports: all } }, condition };
    },
  };
}

function toFields(
  workout: ExportedWorkout,
  { import_id, file_name, madeAt }: Omit<PlannedBy, 'user_id'>,
): ImportedFields {
  const { exercise, file_id, remote_activity, original, facts } = workout;
  const { remote_connection_type, attribution } = workout;
  const source = { import_id, file_id, file_name, remote_activity, data_source_id: null };
  const digest = toFieldsDigest(exercise);
  return {
    ...exercise,
    source: { ...source, original, ...compact({ remote_connection_type, attribution }) },
    imported: { ...facts, read_at: madeAt, digest },
  };
}

/** Returns the outcome of a workout. What an import has stored before it was interrupted is new. */
function toOutcome(
  import_id: string | undefined,
  { outcome, entry }: AppliedChange = { outcome: 'refused', entry: undefined },
): ExportedOutcome {
  const entry_id = entry?.id ?? '';
  if (outcome === 'updated') return { outcome: 'corrected', entry_id };
  if (outcome !== 'unchanged' && outcome !== 'removed') return { outcome, entry_id };
  if (!entry) return { outcome: 'deleted', entry_id };
  const isOwn = isFileOrigin(entry.source) && entry.source.import_id === import_id;
  return { outcome: isOwn ? 'created' : 'duplicate', entry_id };
}
