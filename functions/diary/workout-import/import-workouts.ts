import { isMerged } from '#functions/diary/entry/day-item.ts';
import type { ImportedFields } from '#functions/diary/merging/imported-entry.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import { exists, isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type AppliedChange,
  changeEntries,
  type PlannedChange,
} from './change-entries.store.ts';
import {
  getLocalDay,
  type ImportedWorkout,
  toImportedFields,
  type WorkoutOrigin,
} from './workout.ts';
import * as records from './workout-record.store.ts';

/** Changes of workouts at a provider. */
interface WorkoutChanges {
  workouts: readonly ImportedWorkout[];
  /** The provider's ids of workouts that it has deleted. */
  deleted: readonly string[];
}

/** Changes that a sync has read from one remote connection. */
interface WorkoutImport extends WorkoutOrigin, WorkoutChanges {
  user_id: string;
  /** The provider's id of the account. */
  account_id: string;
  /** When the workouts were read from the provider. */
  readAt: Date;
  /** Is told of each workout of the diary whose file is still to be fetched. */
  onFileless?(workout: ImportedWorkout, facts: records.FileFacts): void;
}

/** Where reports about workouts come from. */
export interface ReportOrigin extends WorkoutOrigin {
  /** When the workouts were read. */
  readAt: Date;
  toFields(workout: ImportedWorkout, readAt: Date): ImportedFields;
  /** Is told the record of each report, or that there is none yet. */
  onRecord?(report: WorkoutReport, record: records.StoredRecord | undefined): void;
}

/**
 * The workouts that an import created, updated, removed and left unchanged, and refused because
 * their day is full, or the store does not take them. `merged` counts the created workouts that are
 * merged with others.
 */
export type ImportCounts = Record<
  Exclude<AppliedChange['outcome'], 'unstorable'> | 'merged',
  number
>;

export type ImportTable = Table<
  'getEach' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'transact'
>;

/** A report about a workout. Without `workout`, it has been deleted. */
export interface WorkoutReport {
  key: records.WorkoutKey;
  workout?: ImportedWorkout;
  /** What an inbox notes in the record. */
  facts?: records.MessageFacts;
}

/**
 * Imports workouts as diary entries, each exactly once. An import can be repeated after an
 * interruption at any point, and can run several times at once. Returns undefined if the connection
 * no longer exists: each transaction checks that it does.
 */
export async function importWorkouts(
  table: ImportTable,
  job: WorkoutImport,
  now: Date,
): Promise<ImportCounts | undefined> {
  const { user_id, remote_connection_id, remote_connection_type, readAt } = job;
  const source = { remote_connection_id, remote_connection_type };
  const found = new Map<WorkoutReport, records.StoredRecord | undefined>();
  const origin: ReportOrigin = {
    ...source,
    readAt,
    toFields: (workout, at) => toImportedFields(workout, source, at),
    onRecord: (report, record) => void found.set(report, record),
  };
  const connection = originKeys.remoteConnection(user_id, remote_connection_id);
  const subjects = listReports(job);
  const applied = await changeEntries(
    { table, user_id },
    {
      subjects,
      prepare: (reports) => planReports(table, origin, reports, now),
      checks: [{ check: connection, condition: exists }],
    },
  );
  if (!applied) return undefined;
  for (const [index, report] of subjects.entries()) {
    const isCreated = applied[index]?.outcome === 'created';
    const facts = isCreated ? {} : found.get(report);
    const { workout } = report;
    if (workout?.has_file && facts && records.lacksFile(facts, now))
      job.onFileless?.(workout, facts);
  }
  return countResults(applied);
}

/** Lists the reports of an import in the order of their days, one for each workout. */
function listReports(job: WorkoutImport): WorkoutReport[] {
  const { user_id, remote_connection_type, account_id } = job;
  const sorted = job.workouts.toSorted((one, other) =>
    getLocalDay(one).localeCompare(getLocalDay(other)),
  );
  const workouts = new Map<string, ImportedWorkout | undefined>([
    ...sorted.map((workout) => [workout.remote_id, workout] as const),
    ...job.deleted.map((workout_id) => [workout_id, undefined] as const),
  ]);
  return [...workouts].map(([workout_id, workout]) => {
    const key = { user_id, remote_connection_type, account_id, workout_id };
    return { key, ...compact({ workout }) };
  });
}

/** Plans what reports change, from the records of their workouts. */
export async function planReports(
  table: Table<'getEach'>,
  origin: ReportOrigin,
  reports: readonly WorkoutReport[],
  now: Date,
): Promise<PlannedChange[]> {
  const keys = reports.map(({ key }) => key);
  const found = await records.findEach(table, keys);
  return reports.map((report, index) => {
    const record = found[index];
    origin.onRecord?.(report, record);
    return planReport(origin, report, record, now);
  });
}

/**
 * Plans what a report changes, from the record of its workout. If the day of the workout has
 * changed, the entry gets a new address, unless the import does not change the entry, e.g. because
 * the person has edited it. A deletion is stored even if the workout was never imported, because a
 * message about the workout may arrive later. A report of an earlier message changes nothing.
 */
function planReport(
  { readAt, toFields, onRecord: _, ...origin }: ReportOrigin,
  { key, workout: sent, facts }: WorkoutReport,
  record: records.StoredRecord | undefined,
  now: Date,
): PlannedChange {
  const hasSamples = facts?.samples_digest !== undefined;
  const workout = sent && (hasSamples ? sent : addSampled(sent, record));
  const isLate = record !== undefined && records.isEarlierMessage(facts, record);
  const at = isLate ? longAgo : readAt;
  const lastDate = record?.storage_date ?? now.toISOString().slice(0, 10);
  const date = workout ? getLocalDay(workout) : lastDate;
  const created = { ...records.newRecord(key, origin, date, now), ...facts };
  const isInPlace = record?.storage_date === date;
  const address = records.toAddress(isInPlace ? record : created);
  const previous = records.toAddress(record ?? created);
  const change = workout
    ? {
        kind: 'import' as const,
        address,
        previous,
        fields: toFields(workout, at),
      }
    : { kind: 'withdrawal' as const, address, withdrawn_at: at.getTime() };
  const hasNewCurves = facts?.samples_digest !== record?.samples_digest;
  return {
    change,
    curves: workout?.curves,
    addsSeries: workout?.curves !== undefined && hasNewCurves && !isLate,
    toRecordChange: ({ outcome, hasEntry }) => {
      if (!record) return { put: created, condition: isNew };
      const isMoved = !isInPlace && outcome !== 'unchanged';
      const isLost = record.expired_at !== undefined || record.file_state !== undefined;
      const isRestored = isLost && outcome === 'created';
      const isGone = facts?.file_state !== undefined && !hasEntry;
      const noted = isGone ? { file_state: 'none' as const } : facts;
      const changes = { isMoved, isRestored, facts: isLate ? undefined : noted };
      const recordUpdate = toRecordUpdate(record, created, changes);
      if (recordUpdate) return recordUpdate;
      // A deletion of an entry that is not there can be noted nevertheless.
      const canWriteDay = outcome !== 'unchanged' || !workout;
      return canWriteDay ? toRecordCheck(record) : undefined;
    },
  };
}

/**
 * Returns a workout with what its samples have told. An app knows better what it states itself. A
 * provider has what it states from the file, unless the person has changed it there since.
 */
function addSampled(
  sent: ImportedWorkout,
  { sampled = {}, stated }: records.MessageFacts = {},
): ImportedWorkout {
  if (!stated) return { ...sampled, ...sent };
  const names = Object.keys(sampled) as (keyof ImportedWorkout)[];
  const kept = names.filter((name) => isEqual(sent[name], stated[name]));
  const values = kept.map((name) => [name, sampled[name]]);
  return { ...sent, ...Object.fromEntries(values) };
}

/** Before all that an entry has been read. */
const longAgo = new Date(0);

/**
 * Returns the update of a record, if it is necessary. The record names the latest connection of the
 * account, which owns the entry. Ids of connections sort by time.
 */
function toRecordUpdate(
  record: records.StoredRecord,
  { batch, storage_date, remote_connection_id }: records.StoredRecord,
  {
    isMoved,
    isRestored,
    facts,
  }: { isMoved: boolean; isRestored: boolean; facts: records.MessageFacts | undefined },
) {
  const isLater = record.remote_connection_id < remote_connection_id;
  const isNewFact = facts !== undefined && records.hasOtherFacts(record, facts);
  if (!isMoved && !isLater && !isRestored && !isNewFact) return undefined;
  const set = {
    ...(isMoved && { batch, storage_date }),
    ...(isLater && { remote_connection_id }),
    ...facts,
  };
  const { pk, sk } = record;
  const outdated = facts ? ['expired_at'] : restored;
  const change = { set, remove: isRestored ? outdated : [] };
  return { update: { pk, sk }, change, condition: unchangedSince(record) };
}

/** The members of a record that a restored entry makes wrong: its series has to be read again. */
const restored = ['expired_at', 'file_state', 'file_at', 'samples_digest'];

/** Returns the check that no other import has moved the entry since the record was read. */
function toRecordCheck(record: records.StoredRecord) {
  const { pk, sk } = record;
  return { check: { pk, sk }, condition: unchangedSince(record) };
}

function countResults(applied: readonly AppliedChange[]): ImportCounts {
  const counts = newCounts();
  for (const { outcome, entry } of applied) {
    counts[outcome === 'unstorable' ? 'refused' : outcome] += 1;
    if (outcome === 'created' && entry && isMerged(entry)) counts.merged += 1;
  }
  return counts;
}

/** Returns counts of zero. */
export function newCounts(): ImportCounts {
  return { created: 0, updated: 0, removed: 0, unchanged: 0, refused: 0, merged: 0 };
}

/** Returns the sums of two counts. */
export function sumCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  const sum = { ...one };
  for (const name of Object.keys(sum) as (keyof ImportCounts)[]) sum[name] += other[name];
  return sum;
}
