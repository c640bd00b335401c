import type { InboxOrigin } from '#functions/diary/entry/origin.ts';
import type { ImportedFields } from '#functions/diary/merging/imported-entry.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import { changeEntries } from './change-entries.store.ts';
import { type ImportTable, planReports, type WorkoutReport } from './import-workouts.ts';
import {
  type FileWorkout,
  getLocalDay,
  type ImportedWorkout,
  toWorkoutFields,
} from './workout.ts';
import * as records from './workout-record.store.ts';

/** What the samples of a workout tell beside what the app states of it. */
export type SampledWorkout = Partial<
  Pick<
    FileWorkout,
    | 'curves'
    | 'best'
    | 'distance'
    | 'elevation_gain'
    | 'avg_heart_rate'
    | 'max_heart_rate'
  >
>;

/** A workout that an app has sent. */
export interface PushedWorkout {
  /** The id that the app has given it. */
  id: string;
  /** What the app states of it, without its samples. */
  stated: FileWorkout;
  sampled?: SampledWorkout;
  /** What the app calls the device or app that recorded it. */
  source_name?: string;
}

/** What a message says about the workouts of an inbox. */
interface WorkoutMessage {
  user_id: string;
  inbox: { id: string; name: string };
  workouts: readonly PushedWorkout[];
  /** The ids of workouts that the app has deleted. */
  deleted: readonly string[];
  /** The number of the message, if the app numbers them in order. */
  sequence?: number | undefined;
  /** Returns the data source of the inbox, if it can have one. */
  findDataSource(): Promise<string | undefined>;
  /** When it was received, which is its order if it has no number. */
  receivedAt: Date;
  /** Conditions of each transaction. */
  checks: readonly TransactionChange<'check'>[];
}

/** How many workouts of a message had which outcome. `refused` are those without room. */
export type WorkoutCounts = Record<
  'stored' | 'unchanged' | 'refused' | 'deleted',
  number
>;

/** The word that records have in place of the type of a connection. */
const recordType = 'inbox';

/**
 * Imports the workouts of a message as diary entries, as those of a connection, each exactly once.
 * One that is as in an earlier message costs the read of its record. A message without samples
 * leaves those of an earlier one. The deletion of an unknown workout is no change. It can be
 * repeated after an interruption. Returns undefined if a check has failed.
 */
export async function importInboxWorkouts(
  table: ImportTable,
  message: WorkoutMessage,
  now: Date,
): Promise<WorkoutCounts | undefined> {
  const { user_id, inbox, workouts, checks } = message;
  const reports = listReports(message);
  const found = await records.findEach(
    table,
    reports.map(({ key }) => key),
  );
  const changed = reports.filter((report, index) => isNews(report, found[index]));
  const sent = changed.filter(({ workout }) => workout !== undefined);
  const unchanged = workouts.length - sent.length;
  const counts = { stored: 0, unchanged, refused: 0, deleted: 0 };
  if (changed.length === 0) return counts;

  const data_source_id = (await message.findDataSource()) ?? null;
  const origin = {
    remote_connection_type: recordType,
    remote_connection_id: inbox.id,
    // What has a number was not read before its turn.
    readAt: message.sequence === undefined ? message.receivedAt : now,
    toFields: (workout: ImportedWorkout, readAt: Date): ImportedFields =>
      toWorkoutFields({ ...toSource(workout, inbox), data_source_id }, workout, readAt),
  };
  const applied = await changeEntries(
    { table, user_id },
    {
      subjects: changed,
      prepare: (planned) => planReports(table, origin, planned, now),
      checks,
    },
  );
  if (!applied) return undefined;
  for (const [index, { outcome }] of applied.entries()) {
    if (outcome === 'removed') counts.deleted += 1;
    else if (!changed[index]?.workout) continue;
    else if (outcome === 'created' || outcome === 'updated') counts.stored += 1;
    else counts[outcome === 'unchanged' ? 'unchanged' : 'refused'] += 1;
  }
  return counts;
}

/** Lists one report for each workout, in the order of their days. The last one of an id counts. */
function listReports({
  user_id,
  inbox,
  workouts,
  deleted,
  sequence,
  receivedAt,
}: WorkoutMessage): WorkoutReport[] {
  const order = sequence === undefined ? { read_at: receivedAt.getTime() } : { sequence };
  const toKey = (workout_id: string): records.WorkoutKey => ({
    user_id,
    remote_connection_type: recordType,
    account_id: inbox.id,
    workout_id,
  });
  const byId = new Map(workouts.map((workout) => [workout.id, workout]));
  const sorted = [...byId.values()].sort((one, other) =>
    getLocalDay(one.stated).localeCompare(getLocalDay(other.stated)),
  );
  const sent = sorted.map(({ id, stated, sampled, source_name }) => ({
    key: toKey(id),
    workout: { ...sampled, ...stated, remote_id: id, ...compact({ source_name }) },
    facts: compact({
      // Samples tell what has recorded them.
      digest: toFact([stated, sampled ? undefined : source_name]),
      samples_digest: sampled && toFact([sampled, source_name]),
      sampled: sampled && toKept({ ...sampled, ...compact({ source_name }) }),
      ...order,
    }),
  }));
  const facts = { digest: null, sampled: {}, ...order };
  return [...deleted.map((id) => ({ key: toKey(id), facts })), ...sent];
}

/** Returns what the record keeps of samples, whose curves are stored with the entry. */
function toKept({ curves: _, ...kept }: SampledWorkout & { source_name?: string }) {
  return kept;
}

/** The length of a digest: 132 bits. */
const factLength = 22;

function toFact(value: unknown): string {
  return toDigest(JSON.stringify(value)).slice(0, factLength);
}

/** Returns whether a report can change something. */
function isNews(
  { workout, facts }: WorkoutReport,
  record: records.StoredRecord | undefined,
): boolean {
  if (!record || !facts) return workout !== undefined;
  return !records.isEarlierMessage(facts, record) && records.hasOtherFacts(record, facts);
}

function toSource(
  { remote_id, remote_activity, source_name }: ImportedWorkout,
  { id, name }: WorkoutMessage['inbox'],
): Omit<InboxOrigin, 'data_source_id'> {
  const file_id = toDigest(JSON.stringify([recordType, id, remote_id]));
  const words = compact({ source_name });
  return { inbox_id: id, file_id, file_name: name, remote_activity, ...words };
}
