import type { Workout } from '#functions/diary/import/workout.ts';
import { failure, type Result } from '#shared/runtime/result.ts';
import { isUnreadable } from './plan-retry.ts';
import { reserveCalls } from './sync-budget.ts';
import { callProvider, type SyncFailure, type SyncSession } from './sync-session.ts';

/**
 * Fetches one workout. Fails with `not_found` if the provider has deleted it, or if the provider
 * has no request for a single workout.
 */
export async function fetchWorkout(
  session: SyncSession,
  remote_id: string,
): Promise<Result<Workout, SyncFailure>> {
  const { provider, context } = session;
  const { fetchWorkout: requestWorkout } = provider;
  if (!requestWorkout) return failure({ kind: 'not_found' });
  return callProvider(session, (account) => requestWorkout(context, account, remote_id));
}

/** How many workouts are fetched one by one, at most, before they are imported. */
const maxBatch = 20;

/** Workouts that were fetched one by one. */
interface FetchedBatch {
  workouts: Workout[];
  /** The ids of the workouts that the provider has deleted. */
  deleted: string[];
  /** The ids that need no further request: fetched, deleted, or left out as unreadable. */
  finishedIds: string[];
  /** The failure that ended the batch. The workout that failed and those after it are missing. */
  failed?: SyncFailure;
}

/**
 * Fetches the first `maxBatch` of the workouts with these ids, which all come from a provider with
 * a request for a single workout. A failed request ends the batch.
 */
export async function fetchBatch(
  session: SyncSession,
  ids: readonly string[],
): Promise<FetchedBatch> {
  const batch: FetchedBatch = { workouts: [], deleted: [], finishedIds: [] };
  for (const [index, remote_id] of ids.slice(0, maxBatch).entries()) {
    const remaining = ids.length - index;
    await reserveCalls(session, remaining);
    const fetched = await fetchWorkout(session, remote_id);
    if (fetched.ok) batch.workouts.push(fetched.value);
    else if (fetched.error.kind === 'not_found') batch.deleted.push(remote_id);
    else if (!isLeftOut(session, fetched.error)) {
      return { ...batch, failed: fetched.error };
    }
    batch.finishedIds.push(remote_id);
  }
  return batch;
}

/**
 * After this many syncs that failed on an unreadable response, the next one leaves workouts out.
 */
const maxUnreadableSyncs = 3;

/**
 * Returns whether to leave out a workout: its response is unreadable, and earlier syncs of the
 * connection have failed on unreadable responses too (decision 0046).
 */
function isLeftOut(
  { connection: { sync_unreadable = 0 } }: SyncSession,
  error: SyncFailure,
): boolean {
  return isUnreadable(error) && sync_unreadable >= maxUnreadableSyncs;
}
