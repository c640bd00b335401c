import type { Workout } from '#shared/provider/workout.ts';
import { failure, type Result } from '#shared/runtime/result.ts';
import { isFaulty } from './plan-retry.ts';
import { reserveCalls } from './sync-budget.ts';
import { callProvider, type SyncFailure, type SyncSession } from './sync-session.ts';

/** Fetches one workout. Fails with `not_found` if it was deleted, or cannot be fetched alone. */
export async function fetchWorkout(
  session: SyncSession,
  remote_id: string,
): Promise<Result<Workout, SyncFailure>> {
  const { provider, context } = session;
  const { fetchWorkout: fetch } = provider;
  if (!fetch) return failure({ kind: 'not_found' });
  return callProvider(session, (account) => fetch(context, account, remote_id));
}

/** How many workouts are fetched one by one before they are imported. */
const maxBatch = 20;

/** Workouts that were fetched one by one. */
interface WorkoutBatch {
  workouts: Workout[];
  /** The ids of the workouts that the provider has deleted. */
  deleted: string[];
  /** The ids that need no further request, also those of workouts that can never be read. */
  done: string[];
  /** Why a workout could not be fetched. Those that follow are missing. */
  failed?: SyncFailure;
}

/** Fetches the first of some workouts, until one of them fails. */
export async function fetchBatch(
  session: SyncSession,
  ids: readonly string[],
): Promise<WorkoutBatch> {
  const batch: WorkoutBatch = { workouts: [], deleted: [], done: [] };
  for (const [index, remote_id] of ids.slice(0, maxBatch).entries()) {
    await reserveCalls(session, ids.length - index);
    const fetched = await fetchWorkout(session, remote_id);
    if (fetched.ok) batch.workouts.push(fetched.value);
    else if (fetched.error.kind === 'not_found') batch.deleted.push(remote_id);
    else if (!isUnreadable(session, fetched.error)) {
      return { ...batch, failed: fetched.error };
    }
    batch.done.push(remote_id);
  }
  return batch;
}

/** Failed syncs after which a workout that cannot be read is left out. */
const maxUnreadableFailures = 3;

/** Returns whether to leave out a workout, because it could not be read several times. */
function isUnreadable(
  { connection: { sync_unreadable = 0 } }: SyncSession,
  error: SyncFailure,
): boolean {
  return isFaulty(error) && sync_unreadable >= maxUnreadableFailures;
}
