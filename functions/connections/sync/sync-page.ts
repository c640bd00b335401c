import type { SyncProgress } from '#functions/connections/connection/sync-state.store.ts';
import type {
  WorkoutPage,
  WorkoutRange,
} from '#functions/connections/provider/provider.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { fetchBatch } from './fetch-workouts.ts';
import { importChanges } from './import-changes.ts';
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
