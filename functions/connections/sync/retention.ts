import type { SyncProgress } from '#functions/connections/connection/sync-state.store.ts';
import type { SyncState } from '#functions/connections/connection/sync-state.ts';
import { listedDays } from '#functions/connections/provider-definition/list-workouts.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { isOfConnection } from '#functions/diary/measurement/measurement.ts';
import { deleteWhere } from '#functions/diary/measurement/measurement-deletion.store.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import { expireWorkouts } from '#functions/diary/workout-import/remove-workouts.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import { daySeconds, toEpochSeconds, toUtcDate } from '#shared/runtime/time.ts';
import type { SyncLease } from './steps.ts';

type Retention = Pick<DataPolicy, 'retention_days'>;

/**
 * Returns the seconds after which workouts are read again: two days before their time ends, which
 * leaves time for further attempts, or after half of a short time.
 */
function getRenewalSeconds(retention_days: number): number {
  return Math.max(retention_days - 2, retention_days / 2) * daySeconds;
}

/** Returns the seconds for which an attempt to read a workout again can fail. */
export function getMarginSeconds(retention_days: number): number {
  return retention_days * daySeconds - getRenewalSeconds(retention_days);
}

/** Returns whether a renewal has begun, or is to restore workouts, and is not complete. */
export function isRenewalOpen({ renewed_at = 0, renewal }: SyncState): boolean {
  return renewal !== undefined && renewal.began > renewed_at;
}

/** Returns whether the workouts of a connection have to be read again. */
export function isRenewalDue(
  connection: SyncState,
  policy: Retention,
  now: Date,
): boolean {
  const due = findRenewal(connection, policy);
  return isRenewalOpen(connection) || (due !== undefined && due <= now);
}

/** Returns when the workouts of a connection have to be read again, if they have to. */
export function findRenewal(
  { renewed_at = 0 }: SyncState,
  { retention_days }: Retention,
): Date | undefined {
  if (retention_days === null) return undefined;
  return new Date((renewed_at + getRenewalSeconds(retention_days)) * 1000);
}

/** Returns when the time of workouts ends unless they are read again, if it ends. */
function findExpiry(
  { renewed_at = 0 }: SyncState,
  { retention_days }: Retention,
): Date | undefined {
  if (retention_days === null || renewed_at === 0) return undefined;
  return new Date((renewed_at + retention_days * daySeconds) * 1000);
}

/**
 * Returns when the time of the next workouts ends, if it ends: of all, or of one that alone could
 * not be read again.
 */
export function findNextExpiry(
  connection: SyncState,
  policy: Retention,
  now: Date,
): Date | undefined {
  const expiry = findExpiry(connection, policy);
  if (!expiry || policy.retention_days === null) return undefined;
  const margin = getMarginSeconds(policy.retention_days);
  const ends = (connection.sync_checks ?? []).map(({ since }) => (since + margin) * 1000);
  const later = ends.filter((end) => end > now.getTime());
  return new Date(Math.min(expiry.getTime(), ...later));
}

/**
 * Returns when a connection is looked at again for which no sync is to follow, because the
 * operator may set a limit or make it shorter. Returns undefined if all its workouts and values
 * were removed.
 */
export function findNextLook(
  connection: SyncLease['connection'],
  policy: Retention,
  now: Date,
): Date | undefined {
  const hasNone = connection.renewed_at === 0 && hasNoMeasured(connection, policy, now);
  return hasNone ? undefined : new Date(now.getTime() + daySeconds * 1000);
}

/**
 * Returns whether no values can be left: the days of the last ones, which can be a day ahead, have
 * ended long enough ago for a look to have removed them.
 */
function hasNoMeasured(
  { type, authorized_at = 0, sync_measured = {} }: SyncLease['connection'],
  { retention_days }: Retention,
  now: Date,
): boolean {
  if (listKinds(type).length === 0) return true;
  if (retention_days === null) return false;
  const reads = Object.values(sync_measured).map(({ read_at = 0 }) => read_at);
  const latest = Math.max(authorized_at, ...reads);
  return toEpochSeconds(now) - latest > (retention_days + 3) * daySeconds;
}

const listKinds = (type: string) => findProvider(type)?.measurements ?? [];

/** A connection whose lease is held, and how long its workouts may be kept. */
type HeldConnection = Pick<SyncLease, 'table' | 'ids' | 'connection' | 'policy'>;

/**
 * Removes the workouts of a connection that could not be read again in time (wire.md P6). Returns
 * the progress to save: the next sync that can read workouts restores what the provider has. The
 * progress is saved after the entries are removed, so an interrupted removal is repeated.
 */
export async function expireStale(
  { table, ids, connection, policy }: HeldConnection,
  now: Date,
): Promise<SyncProgress> {
  const { retention_days } = policy;
  if (retention_days === null) return {};
  const expiry = findExpiry(connection, policy);
  const isUsable = connection.status !== 'reauthorization_required';
  const due = toEpochSeconds(now) - getRenewalSeconds(retention_days);
  // All workouts were removed while there was no access, or there are none yet.
  if (!expiry && isUsable)
    return { renewed_at: isRenewalOpen(connection) ? due : toEpochSeconds(now) };
  // Without access, a limit that was set later begins when the workouts were read.
  if (expiry ? now < expiry : connection.renewed_at === 0) return {};

  const oldest = await expireWorkouts(table, {
    user_id: ids.user_id,
    records: await records.listByConnection(table, ids),
    read_until: now.getTime() - retention_days * daySeconds * 1000,
    now,
  });
  const begin = isUsable ? due : 0;
  return {
    // The time of those that were read later ends later.
    renewed_at: oldest === undefined ? begin : Math.ceil(oldest / 1000),
    renewal: { began: toEpochSeconds(now), from: '' },
  };
}

/**
 * Removes values of the body that may not be kept any longer: syncs read those of the last days
 * again, so one was last read some days after its own, or when its kind was, which is not known
 * after the person has connected again. It is done once a day.
 */
export async function expireMeasured(
  { table, ids, connection, policy }: HeldConnection,
  now: Date,
): Promise<void> {
  const { retention_days } = policy;
  const { type, last_sync_time = '', sync_measured: measured = {} } = connection;
  const kinds = listKinds(type);
  const today = toUtcDate(now);
  if (retention_days === null || kinds.length === 0) return;
  if (last_sync_time.startsWith(today)) return;
  const limit = addDays(today, -retention_days);
  const reads = kinds.flatMap(({ name, types }) =>
    types.map((each) => [each, measured[name]?.read_at ?? 0] as const),
  );
  const readAt = new Map<MeasurementType, number>(reads);
  const isOfConnectionHere = isOfConnection(ids.remote_connection_id);
  await deleteWhere(table, ids.user_id, (value) => {
    const read = toUtcDate(new Date((readAt.get(value.type) ?? 0) * 1000));
    const { date } = value.measured;
    const wasLate = read < limit ? date < limit : addDays(date, listedDays) < limit;
    return wasLate && isOfConnectionHere(value);
  });
}

/** Removes workouts that alone could not be read again in time. */
export async function expireUnread(
  { table, ids, connection, policy }: HeldConnection,
  now: Date,
): Promise<void> {
  const { retention_days } = policy;
  if (retention_days === null) return;
  const latest = toEpochSeconds(now) - getMarginSeconds(retention_days);
  const { sync_checks = [] } = connection;
  const overdue = sync_checks.filter(({ id, since }) => id && since <= latest);
  if (overdue.length === 0) return;
  const keys = overdue.map(({ id }) => ({
    user_id: ids.user_id,
    remote_connection_type: connection.type,
    account_id: connection.remote_id,
    workout_id: id,
  }));
  const found = await records.findEach(table, keys);
  await expireWorkouts(table, {
    user_id: ids.user_id,
    records: found.filter((record) => record !== undefined),
    read_until: now.getTime() - retention_days * daySeconds * 1000,
    now,
  });
}
