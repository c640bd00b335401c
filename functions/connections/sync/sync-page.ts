import type { SyncProgress } from '#functions/connections/connection/sync-state.store.ts';
import type {
  WorkoutPage,
  WorkoutRange,
} from '#functions/connections/provider/provider.ts';
import type { Workout } from '#functions/diary/import/workout.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { isUnreadable } from './end-sync.ts';
import { type FindDataSource, importChanges } from './import-changes.ts';
import { reserveCalls } from './sync-limits.ts';
import {
  callProvider,
  recordProgress,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';

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
  const { sync_fetched = [] } = session.connection;
  const summaries = listSummaries(page, sync_fetched);
  const { workouts, finishedIds, failed } = await fetchBatch(session, summaries);
  const fullyListed = page.workouts.filter(({ isSummary }) => !isSummary);
  const changes = { workouts: [...fullyListed, ...workouts], deleted: [] };
  const imported = await importChanges(session, changes, findDataSource);
  if (!imported.ok) return imported;
  const isLastBatch = finishedIds.length === summaries.length;
  if (isLastBatch && !page.hasMore) return success(page);

  const progress = isLastBatch
    ? toPageProgress(page)
    : { sync_fetched: [...sync_fetched, ...finishedIds] };
  const isSaved = await recordProgress(session, progress);
  if (!isSaved) return failure({ kind: 'lease_lost' });
  Object.assign(session.connection, progress);
  if (failed) return failure(failed);
  return isLastBatch ? success(page) : importPage(session, page, findDataSource);
}

/** Lists the ids of the workouts of which a page has only a summary, unless they are fetched. */
function listSummaries({ workouts }: WorkoutPage, fetched: readonly string[]): string[] {
  const summaries = workouts.filter(({ isSummary }) => isSummary);
  const ids = summaries.map(({ remote_id }) => remote_id);
  return ids.filter((id) => !fetched.includes(id));
}

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

/** The most workouts that are fetched one by one before they are imported. */
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
