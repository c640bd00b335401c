import type { WorkoutPage, WorkoutRange } from '#shared/provider/provider.ts';
import type { Workout } from '#shared/provider/workout.ts';
import type { SyncProgress } from '#shared/remote-connection/sync-state.store.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { fetchWorkout, importChanges, isUnreadable } from './import-changes.ts';
import { reserveCalls } from './sync-budget.ts';
import {
  callProvider,
  recordProgress,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';
import type { FindDataSource } from './workout-sources.ts';

type PageResult = Result<WorkoutPage, SyncFailure>;

/** Returns the progress after a page is imported. */
export function toPageProgress({ cursor, hasMore }: WorkoutPage): SyncProgress {
  return { sync_cursor: cursor, sync_is_partial: hasMore, sync_fetched: [] };
}

/** Lists a page of workouts and imports it. */
export async function syncPage(
  session: SyncSession,
  range: WorkoutRange,
  findDataSource: FindDataSource,
): Promise<PageResult> {
  const { provider, context } = session;
  const listed = await callProvider(session, (account) =>
    provider.listWorkouts(context, account, range),
  );
  return listed.ok ? importPage(session, listed.value, findDataSource) : listed;
}

/**
 * Imports a page, and saves the cursor unless it is the last page. A page whose workouts are
 * fetched one by one is imported in batches. After an interruption, the next sync fetches only
 * those that are left.
 */
async function importPage(
  session: SyncSession,
  page: WorkoutPage,
  findDataSource: FindDataSource,
): Promise<PageResult> {
  const { workouts, fetched, failed, isLastBatch } = await fetchBatch(
    session,
    page.workouts,
  );
  await importChanges(session, { workouts, deleted: [] }, findDataSource);
  if (isLastBatch && !page.hasMore) return success(page);

  const progress = isLastBatch ? toPageProgress(page) : { sync_fetched: fetched };
  const isSaved = await recordProgress(session, progress);
  if (!isSaved) return failure({ kind: 'lease_lost' });
  Object.assign(session.connection, progress);
  if (failed) return failure(failed);
  return isLastBatch ? success(page) : importPage(session, page, findDataSource);
}

/** How many workouts are fetched one by one before they are imported. */
const maxBatch = 20;

/** Some workouts of a page, with all members. */
interface WorkoutBatch {
  workouts: Workout[];
  /** The ids of all workouts of the page that were fetched, in this batch or an earlier one. */
  fetched: string[];
  /** Why a workout could not be fetched. Those that follow are missing. */
  failed?: SyncFailure;
  /** Whether no workout of the page is left to fetch. */
  isLastBatch: boolean;
}

/**
 * Fetches the next workouts of which the provider's list has only a summary, except deleted ones.
 * Returns them with the workouts that the list has in full.
 */
async function fetchBatch(
  session: SyncSession,
  listed: readonly Workout[],
): Promise<WorkoutBatch> {
  const earlier = new Set(session.connection.sync_fetched);
  const workouts = listed.filter(({ isSummary }) => !isSummary);
  const summaries = listed.filter(
    ({ isSummary, remote_id }) => isSummary && !earlier.has(remote_id),
  );
  const batch = summaries.slice(0, maxBatch);
  const fetched = [...earlier];
  for (const [index, { remote_id }] of batch.entries()) {
    await reserveCalls(session, summaries.length - index);
    const result = await fetchWorkout(session, remote_id);
    if (result.ok) workouts.push(result.value);
    else if (!isMissing(session, result.error)) {
      return { workouts, fetched, failed: result.error, isLastBatch: false };
    }
    fetched.push(remote_id);
  }
  return { workouts, fetched, isLastBatch: batch.length === summaries.length };
}

/** Returns whether a workout of a page was deleted meanwhile, or can never be read. */
function isMissing(session: SyncSession, error: SyncFailure): boolean {
  return error.kind === 'not_found' || isUnreadable(session, error);
}
