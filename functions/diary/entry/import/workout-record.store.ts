import { toDigest } from '#shared/auth/secrets.ts';
import type { EntryAddress } from '#shared/diary/entry-id.ts';
import { newId } from '#shared/runtime/ids.ts';
import { belowOrAbsent, equals, exists, isNew } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** A workout at a provider. */
export interface WorkoutKey {
  user_id: string;
  /** The `type` of the remote connection type. */
  remote_connection_type: string;
  /** The provider's id of the account. */
  account_id: string;
  /** The provider's id of the workout. */
  workout_id: string;
}

/**
 * Where the entry of a workout is stored. The record is written before the entry, so several
 * processes that import a workout at once store one entry.
 */
export interface WorkoutRecord {
  remote_connection_type: string;
  remote_connection_id: string;
  /** The batch of the entry. The entry gets a new batch whenever its day changes. */
  batch: string;
  /** The day whose item contains the entry. */
  storage_date: string;
  /** Where the entry was stored before its day changed, until it is removed from there. */
  replaced?: { batch: string; storage_date: string }[];
}

/** Returns the record of a workout. If the workout has none, writes and returns `candidate`. */
export async function claimRecord(
  table: Table<'put'>,
  key: WorkoutKey,
  candidate: WorkoutRecord,
): Promise<WorkoutRecord> {
  const item = { ...toTableKey(key), ...candidate };
  const outcome = await table.put<WorkoutRecord>(item, isNew);
  if (outcome.done) return candidate;
  // `isNew` fails only if there is an item, so `existing` is always defined here.
  return outcome.existing ?? candidate;
}

/** Returns a record of a workout that is to be stored on a date, with a new address. */
export function newRecord(
  origin: Pick<WorkoutRecord, 'remote_connection_id' | 'remote_connection_type'>,
  storage_date: string,
  now: Date,
): WorkoutRecord {
  return { ...origin, batch: newId(now), storage_date };
}

/**
 * Replaces the address of a workout. Returns undefined if another process has replaced it since the
 * record was read.
 */
export async function replaceAddress(
  table: Table<'update'>,
  key: WorkoutKey,
  record: WorkoutRecord,
  storage_date: string,
  now: Date,
): Promise<WorkoutRecord | undefined> {
  const { batch, replaced = [] } = record;
  const previous = { batch, storage_date: record.storage_date };
  const set = {
    batch: newId(now),
    storage_date,
    replaced: [...replaced, previous],
  };
  const isUnchanged = { batch: equals(batch) };
  const outcome = await table.update<WorkoutRecord>(
    toTableKey(key),
    { set },
    isUnchanged,
  );
  return outcome.done ? outcome.item : undefined;
}

/**
 * Assigns the record of a workout to a later connection of the same account, which now owns the
 * entry. Ids of connections sort by time. Returns false if a clean-up has deleted the record.
 */
export async function assign(
  table: Table<'update'>,
  key: WorkoutKey,
  record: WorkoutRecord,
  remote_connection_id: string,
): Promise<boolean> {
  if (record.remote_connection_id >= remote_connection_id) return true;
  const isEarlier = {
    ...exists,
    remote_connection_id: belowOrAbsent(remote_connection_id),
  };
  const change = { set: { remote_connection_id } };
  const outcome = await table.update(toTableKey(key), change, isEarlier);
  return outcome.done || outcome.existing !== undefined;
}

/**
 * Deletes the record of a workout, so another connection imports it again. Keeps the record if it
 * was assigned to a later connection.
 */
export async function forget(
  table: Table<'delete'>,
  { pk, sk, remote_connection_id }: WorkoutRecord & Key,
): Promise<void> {
  const hasSameConnection = { remote_connection_id: equals(remote_connection_id) };
  await table.delete({ pk, sk }, hasSameConnection);
}

/** Forgets the previous addresses of a workout after their entries were removed. */
export async function forgetReplaced(
  table: Table<'update'>,
  key: WorkoutKey,
  { batch }: WorkoutRecord,
): Promise<void> {
  const isUnchanged = { batch: equals(batch) };
  await table.update(toTableKey(key), { remove: ['replaced'] }, isUnchanged);
}

/** Returns the address of a workout's entry. */
export function toAddress({
  batch,
  storage_date,
}: Pick<WorkoutRecord, 'batch' | 'storage_date'>): EntryAddress {
  return { batch, firstDate: storage_date, index: 0, type: 'exercise' };
}

function toTableKey({
  user_id,
  remote_connection_type,
  account_id,
  workout_id,
}: WorkoutKey) {
  const identity = JSON.stringify([remote_connection_type, account_id, workout_id]);
  return keys.importedWorkout(user_id, toDigest(identity));
}
