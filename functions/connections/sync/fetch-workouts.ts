import {
  findOrCreateCheck,
  isDeletionCertain,
  putCheck,
  toGone,
  toUnreadable,
  type WorkoutCheck,
  withoutChecks,
} from '#functions/connections/connection/workout-checks.ts';
import type { Workout } from '#functions/diary/import/workout.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { type FindDataSource, importChanges } from './import-changes.ts';
import { reserveCalls } from './sync-limits.ts';
import {
  callProvider,
  getChecks,
  noteChecks,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';

/** The most workouts that are fetched one by one before they are imported. */
const maxBatch = 20;

/** The number of unreadable workouts in a row after which a provider seems to be out of order. */
const maxUnreadableInRow = 3;

/** Workouts that were fetched one by one. */
export interface FetchedBatch {
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
  listed: readonly Workout[],
  findDataSource: FindDataSource,
): Promise<Result<FetchedBatch, SyncFailure>> {
  const batch = await fetchBatch(session, ids);
  const { workouts, deleted, checks } = batch;
  const changes = { workouts: [...listed, ...workouts], deleted };
  const imported = await importChanges(session, changes, findDataSource);
  if (!imported.ok) return imported;
  noteChecks(session, checks);
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
    const isNoted = !session.hasNoToken && noteFailure(session, batch, id, error);
    if (!isNoted) return { ...batch, failed: error };
    unreadableInRow = isUnreadable(error) ? unreadableInRow + 1 : 0;
    const isOutage = hasNoResponse(error) || unreadableInRow >= maxUnreadableInRow;
    if (isOutage) return { ...batch, failed: error };
  }
  return batch;
}

function addWorkout(batch: FetchedBatch, id: string, workout: Workout): void {
  batch.workouts.push(workout);
  batch.finishedIds.push(id);
  if (batch.checks.some((check) => check.id === id)) {
    batch.checks = withoutChecks(batch.checks, [id]);
  }
}

/** Notes what a failed request says about a workout. Returns false if the batch has to end. */
function noteFailure(
  { getNow }: SyncSession,
  batch: FetchedBatch,
  id: string,
  error: SyncFailure,
): boolean {
  const now = toEpochSeconds(getNow());
  const isGone = error.kind === 'not_found';
  if (!isGone && !isUnreadable(error)) return false;

  const cause = isGone ? 'missing' : 'unreadable';
  const check = findOrCreateCheck(batch.checks, id, cause, now);
  if (isGone && isDeletionCertain(check, now)) {
    batch.deleted.push(id);
    batch.checks = withoutChecks(batch.checks, [id]);
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
): Promise<Result<Workout, SyncFailure>> {
  const { provider, context } = session;
  const { fetchWorkout: requestWorkout } = provider;
  if (!requestWorkout) throw new Error('The provider has no request for one workout.');
  return callProvider(session, (account) => requestWorkout(context, account, remote_id));
}

/** Returns a failure if the batch had to end, or if it could not read the only workout. */
export function requireFetched({
  failed,
  unreadable,
}: FetchedBatch): Result<undefined, SyncFailure> {
  const error = failed ?? unreadable;
  return error ? failure(error) : success(undefined);
}
