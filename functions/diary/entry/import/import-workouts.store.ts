import * as dayItems from '#shared/diary/day-item.store.ts';
import {
  type DayItems,
  getChangeResult,
  type ImportChange,
  isChangedByPerson,
} from '#shared/diary/merge/import-change.ts';
import { type AppliedChange, syncDays } from '#shared/diary/merge/sync-days.store.ts';
import { getLocalDay } from '#shared/provider/workout.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ImportedWorkout,
  toImportedFields,
  type WorkoutOrigin,
} from './imported-workout.ts';
import * as records from './workout-record.store.ts';

/** Changes of workouts at a provider. */
export interface WorkoutChanges {
  workouts: readonly ImportedWorkout[];
  /** The provider's ids of workouts that it has deleted. */
  deleted: readonly string[];
}

/** Changes that a sync has read from one remote connection. */
export interface WorkoutImport extends WorkoutOrigin, WorkoutChanges {
  user_id: string;
  /** The provider's id of the account. */
  account_id: string;
  /** When the workouts were read from the provider. */
  readAt: Date;
}

/**
 * How many workouts an import created, updated, removed and left unchanged, and refused because
 * their day is full. `merged` counts the created workouts that are merged with others.
 */
export type ImportCounts = Record<AppliedChange['result'] | 'merged', number>;

type ImportTable = Table<'get' | 'query' | 'put' | 'update'>;

/**
 * A workout whose entry has an address: the record with the address, and the changes that store the
 * entry there.
 */
interface AddressedWorkout {
  key: records.WorkoutKey;
  record: records.WorkoutRecord;
  changes: ImportChange[];
}

/**
 * Imports workouts as diary entries, each exactly once (wire.md R7). An import can be repeated
 * after an interruption at any point, and can run several times at once.
 */
export async function importWorkouts(
  table: ImportTable,
  job: WorkoutImport,
  now: Date,
): Promise<ImportCounts> {
  const addressing = [
    ...job.workouts.map((workout) => addressWorkout(table, job, workout, now)),
    ...job.deleted.map((workout_id) => addressDeletion(table, job, workout_id, now)),
  ];
  const addressed = await Promise.all(addressing);
  const diary = { table, user_id: job.user_id };
  const changes = addressed.flatMap((workout) => workout.changes);
  const applied = await syncDays(diary, changes);

  const moved = addressed.filter(({ record }) => record.replaced);
  const updates = moved.map(({ key, record }) =>
    records.forgetReplaced(table, key, record),
  );
  await Promise.all(updates);
  return countResults(applied);
}

/**
 * Finds the address of a workout's entry, and lists the changes that store the entry there. If the
 * day of the workout has changed, the entry gets a new address, unless the import does not change
 * the entry, e.g. because the person has edited it.
 */
async function addressWorkout(
  table: ImportTable,
  job: WorkoutImport,
  workout: ImportedWorkout,
  now: Date,
): Promise<AddressedWorkout> {
  const key = toKey(job, workout.remote_id);
  const date = getLocalDay(workout);
  const fields = toImportedFields(workout, pickOrigin(job), job.readAt);
  for (;;) {
    const candidate = records.newRecord(pickOrigin(job), date, now);
    const record = await records.claimRecord(table, key, candidate);
    const isAssigned = await records.assign(table, key, record, job.remote_connection_id);
    // A clean-up has deleted the record, so the next round writes another one.
    if (!isAssigned) continue;

    const change = {
      kind: 'import',
      address: records.toAddress(record),
      fields,
    } as const;
    if (record.storage_date === date) {
      if (await isChangedAtOldAddress(table, job.user_id, record))
        return keepOldEntry(key, record);
      return { key, record, changes: [change, ...listRemovals(record)] };
    }
    const items = await readDay(table, job.user_id, record.storage_date);
    const isUnchanged = getChangeResult(items, change) === 'unchanged';
    if (isUnchanged) return { key, record, changes: listRemovals(record) };
    // The next round reads the new address, which a concurrent import may have set.
    await records.replaceAddress(table, key, record, date, now);
  }
}

/**
 * Returns whether the person has edited or removed the entry at an earlier address of the workout.
 * That entry still exists if the move to the new address was interrupted.
 */
async function isChangedAtOldAddress(
  table: ImportTable,
  user_id: string,
  { replaced = [] }: records.WorkoutRecord,
): Promise<boolean> {
  for (const previous of replaced) {
    const items = await readDay(table, user_id, previous.storage_date);
    if (isChangedByPerson(items, records.toAddress(previous))) return true;
  }
  return false;
}

/**
 * Keeps the entry that the person changed at the previous address, and removes the one at the new
 * address. The returned record has no `replaced`, so the stored record keeps the previous address.
 */
function keepOldEntry(
  key: records.WorkoutKey,
  { replaced: _, ...record }: records.WorkoutRecord,
): AddressedWorkout {
  const address = records.toAddress(record);
  return { key, record, changes: [{ kind: 'removal', address }] };
}

/** Withdraws a workout that the provider no longer has, even if it was never imported. */
async function addressDeletion(
  table: ImportTable,
  job: WorkoutImport,
  workout_id: string,
  now: Date,
): Promise<AddressedWorkout> {
  const key = toKey(job, workout_id);
  const today = now.toISOString().slice(0, 10);
  const candidate = records.newRecord(pickOrigin(job), today, now);
  const record = await records.claimRecord(table, key, candidate);
  const withdrawal = {
    kind: 'withdrawal',
    address: records.toAddress(record),
    withdrawn_at: job.readAt.getTime(),
  } as const;
  return { key, record, changes: [withdrawal, ...listRemovals(record)] };
}

/** Returns the removals of the entries at the previous addresses of a workout. */
function listRemovals({ replaced = [] }: records.WorkoutRecord): ImportChange[] {
  return replaced.map((previous) => ({
    kind: 'removal',
    address: records.toAddress(previous),
  }));
}

async function readDay(
  table: Table<'get'>,
  user_id: string,
  date: string,
): Promise<DayItems> {
  const item = await dayItems.find({ table, user_id }, date);
  return new Map(item ? [[date, item]] : []);
}

function toKey(
  { user_id, remote_connection_type, account_id }: WorkoutImport,
  workout_id: string,
): records.WorkoutKey {
  return { user_id, remote_connection_type, account_id, workout_id };
}

function pickOrigin({
  remote_connection_type,
  remote_connection_id,
}: WorkoutImport): WorkoutOrigin {
  return { remote_connection_type, remote_connection_id };
}

function countResults(applied: readonly AppliedChange[]): ImportCounts {
  const counts = newCounts();
  for (const { result, isMerged } of applied) {
    counts[result] += 1;
    if (result === 'created' && isMerged) counts.merged += 1;
  }
  return counts;
}

/** Returns counts of zero. */
export function newCounts(): ImportCounts {
  return { created: 0, updated: 0, removed: 0, unchanged: 0, refused: 0, merged: 0 };
}

/** Adds `added` to `sum`, and returns `sum`. */
export function addCounts(sum: ImportCounts, added: ImportCounts): ImportCounts {
  sum.created += added.created;
  sum.updated += added.updated;
  sum.removed += added.removed;
  sum.unchanged += added.unchanged;
  sum.refused += added.refused;
  sum.merged += added.merged;
  return sum;
}
