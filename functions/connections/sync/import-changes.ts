import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  findOrCreateCheck,
  isDeletionCertain,
  putCheck,
  toGone,
  toUnreadable,
  type WorkoutCheck,
  withoutCheck,
} from '#functions/connections/connection/workout-checks.ts';
import { toAttribution } from '#functions/diary/workout-import/attribution.ts';
import {
  addCounts,
  importWorkouts,
} from '#functions/diary/workout-import/import-workouts.ts';
import type {
  ImportedWorkout,
  Workout,
} from '#functions/diary/workout-import/workout.ts';
import { buildDataSource } from '#functions/main/data-source/data-source.ts';
import * as devices from '#functions/main/device/device.store.ts';
import {
  type NewDevice,
  type StatedDevice,
  toNewDevice,
} from '#functions/main/device/device.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { findCurrentType } from '#shared/reference-data/connection-types.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  callProvider,
  getChecks,
  recordProgress,
  reserveCalls,
  type SyncFailure,
  type SyncResult,
  type SyncSession,
  setChecks,
  setProgress,
} from './sync-session.ts';

/** The most workouts that are fetched one by one before they are imported. */
const maxBatch = 20;

/** The number of unreadable workouts in a row after which a provider seems to be out of order. */
const maxUnreadableInRow = 3;

/** Workouts that were fetched one by one. */
interface FetchedBatch {
  workouts: Workout[];
  /** The ids of the workouts that the provider has deleted. */
  deleted: string[];
  /** The workouts that a sync has to look at again. */
  checks: readonly WorkoutCheck[];
  /** The ids that this sync need not fetch again. */
  finishedIds: string[];
  /** The failure of the latest workout that could not be read. */
  unreadable?: SyncFailure;
  /** The failure that ended the batch. */
  failed?: SyncFailure;
}

/**
 * Fetches the first 20 of the workouts with these ids and imports them, together with workouts that
 * a list has in full. One that cannot be read, or that the provider seems to have deleted, is noted
 * as a check, and the others follow.
 */
export async function fetchAndImport(
  session: SyncSession,
  ids: readonly string[],
  listed: readonly Workout[] = [],
): Promise<SyncResult<FetchedBatch>> {
  const batch = await fetchBatch(session, ids);
  const { workouts, deleted, checks } = batch;
  const imported = await importChanges(session, [...listed, ...workouts], deleted);
  if (!imported.ok) return imported;
  setChecks(session, checks);
  return success(batch);
}

async function fetchBatch(
  session: SyncSession,
  ids: readonly string[],
): Promise<FetchedBatch> {
  const checks = getChecks(session);
  const batch: FetchedBatch = { workouts: [], deleted: [], checks, finishedIds: [] };
  let unreadableInRow = 0;
  for (const [index, id] of ids.slice(0, maxBatch).entries()) {
    await reserveCalls(session, ids.length - index);
    const fetched = await fetchWorkout(session, id);
    if (fetched.ok) {
      addWorkout(batch, id, fetched.value);
      unreadableInRow = 0;
      continue;
    }
    const { error } = fetched;
    const isNoted = !session.hasNoToken && recordFailure(session, batch, id, error);
    if (!isNoted) return { ...batch, failed: error };
    unreadableInRow = error.kind === 'not_found' ? 0 : unreadableInRow + 1;
    const isOutage = hasNoResponse(error) || unreadableInRow >= maxUnreadableInRow;
    if (isOutage) return { ...batch, failed: error };
  }
  return batch;
}

function addWorkout(batch: FetchedBatch, id: string, workout: Workout): void {
  batch.workouts.push(workout);
  batch.finishedIds.push(id);
  if (batch.checks.some((check) => check.id === id)) {
    batch.checks = withoutCheck(batch.checks, id);
  }
}

/** Records what a failed request says about a workout. Returns false if the batch has to end. */
function recordFailure(
  { getNow, hasAccess }: SyncSession,
  batch: FetchedBatch,
  id: string,
  error: SyncFailure,
): boolean {
  const now = toEpochSeconds(getNow());
  const isGone = error.kind === 'not_found';
  const isRefused = hasAccess && refusals.includes(error.kind);
  if (!isGone && !isRefused && !isUnreadable(error)) return false;

  const cause = isGone ? 'missing' : 'unreadable';
  const check = findOrCreateCheck(batch.checks, id, cause, now);
  if (isGone && isDeletionCertain(check, now)) {
    batch.deleted.push(id);
    batch.checks = withoutCheck(batch.checks, id);
  } else {
    const checks = putCheck(
      batch.checks,
      isGone ? toGone(check, now) : toUnreadable(check, now),
    );
    if (!checks) return false;
    batch.checks = checks;
  }
  if (!isGone) batch.unreadable = error;
  batch.finishedIds.push(id);
  return true;
}

/** The failures that are about one workout if the provider allows other requests. */
const refusals: readonly SyncFailure['kind'][] = [
  'unauthorized',
  'insufficient_scope',
  'invalid_client',
];

/**
 * Returns whether a response says nothing about the account, so that it may be about one workout
 * only.
 */
export function isUnreadable(error: SyncFailure): boolean {
  const isUnavailable = error.kind === 'unavailable' && error.cause !== 'off';
  return isUnavailable || error.kind === 'malformed' || error.kind === 'rejected';
}

/** Returns whether a request took long or failed as a whole, so that others would do so too. */
function hasNoResponse(error: SyncFailure): boolean {
  if (error.kind !== 'unavailable') return false;
  return error.cause === 'timeout' || error.cause === 'unreachable';
}

/** Fetches one workout. Fails with `not_found` if the provider says that it does not exist. */
function fetchWorkout(
  session: SyncSession,
  remote_id: string,
): Promise<SyncResult<Workout>> {
  const { provider, context } = session;
  const { fetchWorkout: requestWorkout } = provider;
  if (!requestWorkout) throw new Error('The provider has no request for one workout.');
  return callProvider(session, (account) => requestWorkout(context, account, remote_id));
}

/**
 * Imports workouts as diary entries, withdraws those with the ids in `deleted`, and counts both.
 * Fails with `disconnected` if the connection no longer exists.
 */
export async function importChanges(
  session: SyncSession,
  workouts: readonly Workout[],
  deleted: readonly string[],
): Promise<SyncResult<undefined>> {
  const { table, ids, connection, counts, getNow } = session;
  const imported: ImportedWorkout[] = [];
  for (const workout of workouts) {
    const found = await findDataSource(session, workout.device);
    if (!found.ok) return found;
    const attribution = toAttribution(session.policy, workout.device);
    const added = compact({ data_source_id: found.value, attribution });
    imported.push({ ...workout, ...added });
  }

  const now = getNow();
  const job = {
    user_id: ids.user_id,
    remote_connection_id: ids.remote_connection_id,
    remote_connection_type: connection.type,
    account_id: connection.remote_id,
    readAt: now,
    workouts: imported,
    deleted,
  };
  const added = await importWorkouts(table, job, now);
  if (!added) return failure({ kind: 'disconnected' });
  addCounts(counts, added);
  if (added.created > 0) {
    const { sync_imported = 0 } = connection;
    setProgress(session, { sync_imported: sync_imported + added.created });
  }
  return success(undefined);
}

/**
 * Returns the id of the data source of a device, or undefined if the person has too many sources.
 * Each device of a connection has one, which is created when the provider first names the device.
 * Fails with `lease_lost` if another sync runs.
 */
async function findDataSource(
  session: SyncSession,
  device: StatedDevice | undefined,
): Promise<SyncResult<string | undefined>> {
  const newDevice = findDevice(session, device);
  const digest = toDigest(toDeviceId(newDevice));
  const known = session.connection.sync_sources?.[digest];
  if (known !== undefined || session.refusedSources.has(digest)) return success(known);
  return createSource(session, newDevice, digest);
}

/** Returns the device that the provider names, or the provider's own one. */
function findDevice(
  { connection }: SyncSession,
  device: StatedDevice | undefined,
): NewDevice {
  const named = device && toNewDevice(device);
  const type = findCurrentType(connection.type);
  return named ?? type?.device ?? { manufacturer: connection.type, model: 'app' };
}

/**
 * Creates the data source of a device. One transaction stores the data source, counts it, and saves
 * its id in the connection.
 */
async function createSource(
  session: SyncSession,
  newDevice: NewDevice,
  digest: string,
): Promise<SyncResult<string | undefined>> {
  const { table, ids, leaseId, connection, getNow } = session;
  const { sync_sources: saved = {} } = connection;
  const now = getNow();
  const id = newId(now);
  const maker = { remote_connection_type: connection.type };
  const namer = { user_id: ids.user_id, ...maker };
  const device = await devices.findOrCreate(table, namer, newDevice, now);
  const { name = null } = newDevice;
  const source = buildDataSource(id, { name, device, ...maker }, now);
  const sync_sources = { ...saved, [digest]: id };
  const isSaved = await syncs.saveSource(
    table,
    { ids, leaseId },
    { source, sync_sources },
    now,
  );
  if (isSaved) {
    connection.sync_sources = sync_sources;
    return success(id);
  }
  // The person has too many sources, unless the lease is lost. The connection must still show that
  // it was synchronized.
  session.refusedSources.add(digest);
  return recordProgress(session, { sync_sources: saved });
}
