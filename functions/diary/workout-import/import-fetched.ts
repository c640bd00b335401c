import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { compact, pick } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { exists } from '#shared/table/condition.ts';
import { changeEntries } from './change-entries.store.ts';
import {
  type ImportTable,
  planReports,
  type ReportOrigin,
  type WorkoutReport,
} from './import-workouts.ts';
import {
  type FileWorkout,
  findSensors,
  type ImportedWorkout,
  toImportedFields,
} from './workout.ts';
import * as records from './workout-record.store.ts';

/** A workout as its provider has stated it, and as its file tells it. */
export interface FetchedWorkout {
  workout: ImportedWorkout;
  /** As its file tells it, with the id that the file has in imports. */
  read: FileWorkout & { file_id: string };
}

interface FetchedImport {
  user_id: string;
  remote_connection_id: string;
  remote_connection_type: string;
  account_id: string;
  /** When the provider stated the workouts. */
  readAt: Date;
  fetched: readonly FetchedWorkout[];
}

/**
 * Adds to the entries of workouts what their files tell. One that the person has edited gets the
 * series only, and one that is not in the diary any more nothing. It can be repeated after an
 * interruption. Returns false if the connection no longer exists.
 */
export async function importFetched(
  table: ImportTable,
  { fetched, readAt, user_id, account_id, ...source }: FetchedImport,
  now: Date,
): Promise<boolean> {
  const { remote_connection_id, remote_connection_type } = source;
  const account = { user_id, remote_connection_type, account_id };
  const toKey = ({ remote_id: workout_id }: ImportedWorkout) => ({
    ...account,
    workout_id,
  });
  const reports = fetched.map((each) => toReport(toKey(each.workout), each, now));
  const known = new Set<WorkoutReport>();
  const origin: ReportOrigin = {
    ...source,
    readAt,
    toFields: (workout, at) => toImportedFields(workout, source, at),
    onRecord: (report, record) => void (record && known.add(report)),
  };
  const connection = originKeys.remoteConnection(user_id, remote_connection_id);
  const applied = await changeEntries(
    { table, user_id },
    {
      subjects: reports,
      prepare: async (planned) => {
        const changes = await planReports(table, origin, planned, now);
        return changes.filter((_, index) => known.has(planned[index] as WorkoutReport));
      },
      checks: [{ check: connection, condition: exists }],
    },
  );
  return applied !== undefined;
}

/**
 * What a file tells better than its provider: what it has measured. The sport, which people correct
 * at the provider, and the start, by which workouts are known, stay.
 */
const measured = {
  duration: 0,
  elapsed: 0,
  energy: 0,
  distance: 0,
  avg_heart_rate: 0,
  max_heart_rate: 0,
  max_speed: 0,
  elevation_gain: 0,
  best: 0,
  file_id: 0,
} as const satisfies Partial<Record<keyof ImportedWorkout, 0>>;

function toReport(
  key: records.WorkoutKey,
  { workout, read }: FetchedWorkout,
  now: Date,
): WorkoutReport {
  // A later list has no curves, which tell the positions.
  const sensors = compact({ sensors: findSensors(read) });
  const sampled = { ...pick(read, measured), ...sensors };
  return {
    key,
    workout: { ...workout, ...sampled, ...compact({ curves: read.curves }) },
    facts: {
      samples_digest: toDigest(JSON.stringify(read)).slice(0, factLength),
      sampled,
      stated: pick(workout, measured),
      file_state: 'read',
      file_at: toEpochSeconds(now),
    },
  };
}

/** The length of a digest: 132 bits. */
const factLength = 22;

/** Notes that the files of some workouts cannot be read, with what was known of them. */
export async function noteUnreadable(
  table: Pick<ImportTable, 'transact'>,
  unreadable: readonly { key: records.WorkoutKey; facts: records.FileFacts }[],
  now: Date,
): Promise<void> {
  const changes = unreadable.map(({ key, facts }) =>
    records.toFileChange(key, records.toFailedFile('reading', facts, now)),
  );
  // What is not noted, because a workout is gone meanwhile, is fetched again.
  if (changes.length > 0) await table.transact(changes);
}
