import type { WorkoutPage, WorkoutRange } from '#shared/provider/provider.ts';
import type { Workout } from '#shared/provider/workout.ts';
import type { SyncProgress } from '#shared/remote-connection/sync-state.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { addCounts, importWorkouts } from '../import/import-workouts.store.ts';
import type { ImportedWorkout } from '../import/imported-workout.ts';
import { findMissingWorkouts } from './find-missing.store.ts';
import {
  callProvider,
  recordProgress,
  reserveCalls,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';
import { createSourceFinder, type FindDataSource } from './workout-sources.ts';

/** The result of a sync. */
export interface SyncReport {
  /** Whether all changes up to now are imported. Otherwise a further sync continues. */
  isComplete: boolean;
  /** The progress of the last page, which is saved with the end of the sync. */
  progress?: SyncProgress;
  /**
   * Seconds between the end of the latest workout and its import. Absent if no workout was created,
   * and in the first sync, which imports old workouts.
   */
  delay_s?: number;
}

type SyncResult<T> = Result<T, SyncFailure>;

/** The maximum number of pages that a sync reads. A further sync continues. */
const maxPages = 20;

/** Imports what has changed since the last sync, page by page. */
export async function syncChanges(
  session: SyncSession,
  from: Date,
): Promise<SyncResult<SyncReport>> {
  const findDataSource = createSourceFinder(session);
  const seen = new Set<string>();
  // Each device has a data source, so a connection without any has imported nothing yet.
  const isFirst = session.connection.sync_sources === undefined;
  // After an interruption the earlier pages are unknown, and a missing workout may be on them.
  let hasSeenAll = !session.connection.sync_is_partial;
  let cursor = session.connection.sync_cursor;
  let latestEnd = 0;
  for (let number = 0; number < maxPages; number += 1) {
    const read = await syncPage(session, { from, cursor }, findDataSource);
    if (!read.ok) return read;

    const page = read.value;
    for (const { remote_id } of page.workouts) seen.add(remote_id);
    latestEnd = Math.max(latestEnd, ...page.workouts.map(toEnd));
    // A workout that cannot be read was not deleted.
    if (page.unreadable > 0) hasSeenAll = false;
    if (!page.hasMore) {
      if (hasSeenAll && page.complete && !isFirst) {
        const deleted = await findMissingWorkouts(session, page.complete, seen);
        await importChanges(session, { workouts: [], deleted }, findDataSource);
      }
      const progress = toPageProgress(page);
      return success(toReport(session, { isComplete: true, progress, latestEnd }));
    }
    cursor = page.cursor;
  }
  return success(toReport(session, { isComplete: false, latestEnd }));
}

/** Returns when a workout ended, in epoch milliseconds. */
function toEnd({ start_time, duration }: Workout): number {
  return Date.parse(start_time) + duration * 1000;
}

/** Builds the report of a sync. `latestEnd` is when the latest workout ended. */
function toReport(
  { connection, counts, getNow }: SyncSession,
  {
    latestEnd,
    ...report
  }: Pick<SyncReport, 'isComplete' | 'progress'> & { latestEnd: number },
): SyncReport {
  const isMeasured = counts.created > 0 && connection.status !== 'syncing';
  const seconds = Math.round((getNow().getTime() - latestEnd) / 1000);
  const delay_s = isMeasured ? Math.max(seconds, 0) : undefined;
  return compact({ ...report, delay_s });
}

/** Imports one workout that a webhook reported, or removes it if the provider has deleted it. */
export async function syncWorkout(
  session: SyncSession,
  workout_id: string,
): Promise<SyncResult<SyncReport>> {
  const fetched = await fetchWorkout(session, workout_id);
  if (!fetched.ok && fetched.error.kind !== 'not_found') return fetched;

  const changes = fetched.ok
    ? { workouts: [fetched.value], deleted: [] }
    : { workouts: [], deleted: [workout_id] };
  await importChanges(session, changes, createSourceFinder(session));
  const latestEnd = Math.max(0, ...changes.workouts.map(toEnd));
  return success(toReport(session, { isComplete: true, latestEnd }));
}

function toPageProgress({ cursor, hasMore }: WorkoutPage): SyncProgress {
  return { sync_cursor: cursor, sync_is_partial: hasMore, sync_fetched: [] };
}

/** Lists a page of workouts and imports it. */
async function syncPage(
  session: SyncSession,
  range: WorkoutRange,
  findDataSource: FindDataSource,
): Promise<SyncResult<WorkoutPage>> {
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
): Promise<SyncResult<WorkoutPage>> {
  const { workouts, fetched, failed, isLast } = await fetchBatch(session, page.workouts);
  await importChanges(session, { workouts, deleted: [] }, findDataSource);
  if (isLast && !page.hasMore) return success(page);

  const progress = isLast ? toPageProgress(page) : { sync_fetched: fetched };
  const isSaved = await recordProgress(session, progress);
  if (!isSaved) return failure({ kind: 'lease_lost' });
  Object.assign(session.connection, progress);
  if (failed) return failure(failed);
  return isLast ? success(page) : importPage(session, page, findDataSource);
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
  /** Whether nothing of the page is missing. */
  isLast: boolean;
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
    await reserveCalls(session, batch.length - index);
    const result = await fetchWorkout(session, remote_id);
    if (result.ok) workouts.push(result.value);
    else if (result.error.kind !== 'not_found') {
      return { workouts, fetched, failed: result.error, isLast: false };
    }
    fetched.push(remote_id);
  }
  return { workouts, fetched, isLast: batch.length === summaries.length };
}

/** Fetches one workout. Fails with `not_found` if it was deleted, or cannot be fetched alone. */
async function fetchWorkout(
  session: SyncSession,
  remote_id: string,
): Promise<SyncResult<Workout>> {
  const { provider, context } = session;
  const { fetchWorkout: fetch } = provider;
  if (!fetch) return failure({ kind: 'not_found' });
  return callProvider(session, (account) => fetch(context, account, remote_id));
}

/** What the provider has changed, before the data sources are known. */
interface RemoteChanges {
  workouts: readonly Workout[];
  deleted: readonly string[];
}

async function importChanges(
  session: SyncSession,
  { workouts, deleted }: RemoteChanges,
  findDataSource: FindDataSource,
): Promise<void> {
  const { table, ids, connection, counts, getNow } = session;
  const imported: ImportedWorkout[] = [];
  for (const workout of workouts) {
    const data_source_id = await findDataSource(workout.device);
    imported.push({ ...workout, ...compact({ data_source_id }) });
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
  addCounts(counts, await importWorkouts(table, job, now));
}
