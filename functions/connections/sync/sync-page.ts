import type { SyncProgress } from '#functions/connections/connection/sync-state.store.ts';
import {
  listDueChecks,
  maxChecks,
} from '#functions/connections/connection/workout-checks.ts';
import {
  isLongWindow,
  listedDays,
  toFirstPage,
} from '#functions/connections/provider/list-workouts.ts';
import type {
  WorkoutPage,
  WorkoutRange,
} from '#functions/connections/provider/provider.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { noteListed } from './compare-list.ts';
import { fetchAndImport, isUnreadable } from './fetch-workouts.ts';
import type { FindDataSource } from './import-changes.ts';
import {
  callProvider,
  getChecks,
  listImportedOnce,
  noteProgress,
  recordProgress,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';

type PageResult = Result<WorkoutPage, SyncFailure>;

/** Lists a page of workouts and imports it. */
export async function syncPage(
  session: SyncSession,
  range: WorkoutRange,
  findDataSource: FindDataSource,
): Promise<PageResult> {
  const listed = await listPage(session, range);
  if (!listed.ok) return listed;
  const imported = await importPage(session, listed.value, findDataSource);
  if (!imported.ok && isUnreadable(imported.error)) {
    const looked = await makeRoom(session, findDataSource);
    if (!looked.ok) return looked;
  }
  return imported;
}

/**
 * Lists a page. If the provider does not accept the position at which an earlier sync stopped,
 * lists the first page again: the tokens of pages expire.
 */
async function listPage(session: SyncSession, range: WorkoutRange): Promise<PageResult> {
  const { provider, context, hasAdvanced } = session;
  const list = (cursor: string | undefined) =>
    callProvider(session, (account) =>
      provider.listWorkouts(context, account, { ...range, cursor }),
    );
  const listed = await list(range.cursor);
  const isRejected = !listed.ok && listed.error.kind === 'rejected';
  const firstPage =
    isRejected && !hasAdvanced ? toFirstPage(range.cursor ?? '') : undefined;
  return firstPage ? list(firstPage) : listed;
}

/** Looks at due workouts again if there is no room for more, so that the next sync has room. */
async function makeRoom(
  session: SyncSession,
  findDataSource: FindDataSource,
): Promise<Result<unknown, SyncFailure>> {
  const checks = getChecks(session);
  const isFull = checks.length >= maxChecks.listed;
  if (!isFull || !session.provider.fetchWorkout) return success(undefined);
  const due = listDueChecks(checks, toEpochSeconds(session.getNow()));
  const ids = due.map(({ id }) => id);
  return fetchAndImport(session, ids, [], findDataSource);
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
  const summaries = await listSummaries(session, page);
  const fullyListed = page.workouts.filter(({ isSummary }) => !isSummary);
  const fetched = await fetchAndImport(session, summaries, fullyListed, findDataSource);
  if (!fetched.ok) return fetched;

  const { finishedIds, workouts, failed } = fetched.value;
  const isLastBatch = finishedIds.length === summaries.length;
  if (isLastBatch && !noteListed(session, page)) return failure({ kind: 'malformed' });
  if (workouts.length > 0 || (isLastBatch && page.hasMore)) session.hasAdvanced = true;
  if (failed) {
    noteProgress(session, { sync_fetched: [...sync_fetched, ...finishedIds] });
    return failure(failed);
  }
  if (isLastBatch && !page.hasMore) return success(page);

  const progress = isLastBatch
    ? toPageProgress(page)
    : { sync_fetched: [...sync_fetched, ...finishedIds] };
  const isSaved = await recordProgress(session, progress);
  if (!isSaved) return failure({ kind: 'lease_lost' });
  return isLastBatch ? success(page) : importPage(session, page, findDataSource);
}

/** Returns the progress after a page is imported. */
export function toPageProgress({ cursor, hasMore }: WorkoutPage): SyncProgress {
  return { sync_cursor: cursor, sync_is_partial: hasMore, sync_fetched: [] };
}

/**
 * Lists the ids of the workouts of which a page has only a summary, unless they are fetched, or
 * could not be read and are tried again at a time of their own. Older ones of a long list are left
 * out if the diary has them.
 */
async function listSummaries(session: SyncSession, page: WorkoutPage): Promise<string[]> {
  const { sync_fetched = [], last_sync_time } = session.connection;
  const summaries = page.workouts.filter(({ isSummary }) => isSummary);
  const unreadable = getChecks(session).filter(({ cause }) => cause === 'unreadable');
  const finished = new Set([...sync_fetched, ...unreadable.map(({ id }) => id)]);
  const interval = page.listedInterval;
  if (summaries.length > 0 && last_sync_time && interval && isLongWindow(interval)) {
    const recent = Date.parse(interval.to) - listedDays * 86_400_000;
    for (const { remote_id, start } of await listImportedOnce(session, interval)) {
      if (start < recent) finished.add(remote_id);
    }
  }
  const ids = summaries.map(({ remote_id }) => remote_id);
  return ids.filter((id) => !finished.has(id));
}
