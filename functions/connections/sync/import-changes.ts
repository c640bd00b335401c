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
  importWorkouts,
  sumCounts,
} from '#functions/diary/workout-import/import-workouts.ts';
import type {
  ImportedWorkout,
  Workout,
} from '#functions/diary/workout-import/workout.ts';
import type { FileFacts } from '#functions/diary/workout-import/workout-record.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { callProvider, reserveCalls } from './call-provider.ts';
import { findDataSource } from './find-data-source.ts';
import {
  addProgress,
  type FilelessWorkout,
  fail,
  getChecks,
  replaceChecks,
  type Step,
  type Sync,
  type SyncFailure,
  succeed,
} from './steps.ts';

/** The most workouts that are fetched one by one before they are imported. */
const maxBatch = 20;

/** The number of unreadable workouts in a row after which a provider seems to be out of order. */
const maxUnreadableInRow = 3;

/** Workouts that were fetched one by one. */
interface FetchedBatch {
  workouts: readonly Workout[];
  /** The ids of the workouts that the provider has deleted. */
  deleted: readonly string[];
  /** The workouts that a sync has to look at again. */
  checks: readonly WorkoutCheck[];
  /** The ids that this sync need not fetch again. */
  finishedIds: readonly string[];
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
  sync: Sync,
  ids: readonly string[],
  listed: readonly Workout[] = [],
): Promise<Step<FetchedBatch>> {
  const fetched = await fetchBatch(sync, ids);
  const { workouts, deleted, checks } = fetched.batch;
  const all = [...listed, ...workouts];
  const imported = await importChanges(fetched.sync, all, deleted);
  return imported.ok
    ? succeed(replaceChecks(imported.sync, checks), fetched.batch)
    : imported;
}

async function fetchBatch(
  begun: Sync,
  ids: readonly string[],
): Promise<{ sync: Sync; batch: FetchedBatch }> {
  let sync = begun;
  const checks = getChecks(sync);
  let batch: FetchedBatch = { workouts: [], deleted: [], checks, finishedIds: [] };
  let unreadableInRow = 0;
  for (const [index, id] of ids.slice(0, maxBatch).entries()) {
    const fetched = await fetchWorkout(await reserveCalls(sync, ids.length - index), id);
    sync = fetched.sync;
    if (fetched.ok) {
      batch = addWorkout(batch, id, fetched.value);
      unreadableInRow = 0;
      continue;
    }
    const { error } = fetched;
    const noted = addFailure(sync, batch, id, error);
    if (!noted) return { sync, batch: { ...batch, failed: error } };
    batch = noted;
    unreadableInRow = error.kind === 'not_found' ? 0 : unreadableInRow + 1;
    const isOutage = hasNoResponse(error) || unreadableInRow >= maxUnreadableInRow;
    if (isOutage) return { sync, batch: { ...batch, failed: error } };
  }
  return { sync, batch };
}

function addWorkout(batch: FetchedBatch, id: string, workout: Workout): FetchedBatch {
  const { workouts, finishedIds, checks } = batch;
  const isChecked = checks.some((check) => check.id === id);
  return {
    ...batch,
    workouts: [...workouts, workout],
    finishedIds: [...finishedIds, id],
    checks: isChecked ? withoutCheck(checks, id) : checks,
  };
}

/**
 * Adds what a failed request says about a workout. Returns undefined if it says nothing about it
 * alone, or if there is no room for it, so that the batch has to end.
 */
function addFailure(
  sync: Sync,
  batch: FetchedBatch,
  id: string,
  error: SyncFailure,
): FetchedBatch | undefined {
  const now = toEpochSeconds(sync.getNow());
  const isGone = error.kind === 'not_found';
  const isAboutWorkout = isGone || isRefused(sync, error) || isUnreadable(error);
  if (sync.access.hasNoToken || !isAboutWorkout) return undefined;

  const finishedIds = [...batch.finishedIds, id];
  const cause = isGone ? 'missing' : 'unreadable';
  const check = findOrCreateCheck(batch.checks, id, cause, now);
  if (isGone && isDeletionCertain(check, now)) {
    const deleted = [...batch.deleted, id];
    return { ...batch, finishedIds, deleted, checks: withoutCheck(batch.checks, id) };
  }
  const left = isGone ? toGone(check, now) : toUnreadable(check, now);
  const checks = putCheck(batch.checks, left);
  if (!checks) return undefined;
  const noted = { ...batch, finishedIds, checks };
  return isGone ? noted : { ...noted, unreadable: error };
}

/** The failures that are about one request if the provider allows others. */
const refusals: readonly SyncFailure['kind'][] = [
  'unauthorized',
  'insufficient_scope',
  'invalid_client',
];

/** Returns whether the provider refuses one request, but has allowed another of the sync. */
export function isRefused({ access }: Sync, error: SyncFailure): boolean {
  return access.isAllowed && refusals.includes(error.kind);
}

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
function fetchWorkout(sync: Sync, remote_id: string): Promise<Step<Workout>> {
  const { provider, context } = sync;
  const { fetchWorkout: requestWorkout } = provider;
  if (!requestWorkout) throw new Error('The provider has no request for one workout.');
  return callProvider(sync, (account) => requestWorkout(context, account, remote_id));
}

/**
 * Imports workouts as diary entries, withdraws those with the ids in `deleted`, and counts both.
 * Fails with `disconnected` if the connection no longer exists.
 */
export async function importChanges(
  begun: Sync,
  workouts: readonly Workout[],
  deleted: readonly string[],
): Promise<Step> {
  let sync = begun;
  const imported: ImportedWorkout[] = [];
  for (const workout of workouts) {
    const found = await findDataSource(sync, workout.device);
    if (!found.ok) return found;
    sync = found.sync;
    const attribution = toAttribution(sync.policy, workout.device);
    const added = compact({ data_source_id: found.value, attribution });
    imported.push({ ...workout, ...added });
  }

  const { table, ids, connection, counts, getNow } = sync;
  const now = getNow();
  const fileless: FilelessWorkout[] = [];
  const job = {
    user_id: ids.user_id,
    remote_connection_id: ids.remote_connection_id,
    remote_connection_type: connection.type,
    account_id: connection.remote_id,
    readAt: now,
    workouts: imported,
    deleted,
    onFileless: (workout: ImportedWorkout, facts: FileFacts) =>
      void fileless.push({ workout, facts }),
  };
  const added = await importWorkouts(table, job, now);
  if (!added) return fail(sync, { kind: 'disconnected' });
  const counted = {
    ...sync,
    counts: sumCounts(counts, added),
    fileless: [...sync.fileless, ...fileless],
  };
  if (added.created === 0) return succeed(counted);
  const { sync_imported = 0 } = connection;
  return succeed(addProgress(counted, { sync_imported: sync_imported + added.created }));
}
