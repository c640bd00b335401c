import type { Workout } from '#shared/provider/workout.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { fetchWorkout, importChanges, isUnreadable } from './import-changes.ts';
import { reserveCalls } from './sync-budget.ts';
import { recordProgress, type SyncFailure, type SyncSession } from './sync-session.ts';
import type { FindDataSource } from './workout-sources.ts';

/** How many reported workouts a connection keeps for its next sync. */
const maxReported = 100;

/**
 * Adds a reported workout that could not be fetched to those that the next sync fetches. Returns
 * the ids of all, or undefined if there are too many, or if no workout was reported.
 */
export function keepReported(
  { sync_reported = [] }: Pick<SyncSession['connection'], 'sync_reported'>,
  workout_id: string | undefined,
): readonly string[] | undefined {
  if (workout_id === undefined) return undefined;
  if (sync_reported.includes(workout_id)) return sync_reported;
  return sync_reported.length < maxReported ? [...sync_reported, workout_id] : undefined;
}

/** How many workouts are fetched before they are imported. */
const maxBatch = 20;

/**
 * Imports the workouts that webhooks reported and that could not be fetched then. A list may not
 * have them any more: it contains neither deletions nor changes of old workouts.
 */
export async function syncReported(
  session: SyncSession,
  findDataSource: FindDataSource,
): Promise<Result<undefined, SyncFailure>> {
  const { connection } = session;
  while (connection.sync_reported?.length) {
    const batch = connection.sync_reported.slice(0, maxBatch);
    const fetched = await fetchReported(session, batch);
    if (!fetched.ok) return fetched;

    await importChanges(session, fetched.value, findDataSource);
    const sync_reported = connection.sync_reported.slice(batch.length);
    const isSaved = await recordProgress(session, { sync_reported });
    if (!isSaved) return failure({ kind: 'lease_lost' });
    connection.sync_reported = sync_reported;
  }
  return success(undefined);
}

async function fetchReported(session: SyncSession, ids: readonly string[]) {
  const workouts: Workout[] = [];
  const deleted: string[] = [];
  for (const [index, workout_id] of ids.entries()) {
    await reserveCalls(session, ids.length - index);
    const fetched = await fetchWorkout(session, workout_id);
    if (fetched.ok) workouts.push(fetched.value);
    else if (fetched.error.kind === 'not_found') deleted.push(workout_id);
    else if (!isUnreadable(session, fetched.error)) return fetched;
  }
  return success({ workouts, deleted });
}
