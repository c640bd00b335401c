import type { SyncProgress } from '#functions/connections/connection/sync-state.store.ts';
import type { Workout } from '#functions/diary/import/workout.ts';
import { findMissing } from '#functions/diary/import/workout-record.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import {
  createSourceFinder,
  type FindDataSource,
  importChanges,
} from './import-changes.ts';
import { fetchBatch, fetchWorkout, syncPage, toPageProgress } from './sync-page.ts';
import { recordProgress, type SyncFailure, type SyncSession } from './sync-session.ts';

/** The outcome of a sync. */
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

/** Imports what webhooks reported and what has changed since the last sync, page by page. */
export async function syncChanges(
  session: SyncSession,
  from: Date,
): Promise<SyncResult<SyncReport>> {
  const findDataSource = createSourceFinder(session);
  const reported = await syncReported(session, findDataSource);
  if (!reported.ok) return reported;

  const seen = new Set<string>();
  // The first import of a connection stores `sync_sources`.
  const isFirst = session.connection.sync_sources === undefined;
  // A sync that continues has not seen the pages before the interruption.
  let hasSeenAll = !session.connection.sync_is_partial;
  let cursor = session.connection.sync_cursor;
  let latestEnd = 0;
  for (let number = 0; number < maxPages; number += 1) {
    const synced = await syncPage(session, { from, cursor }, findDataSource);
    if (!synced.ok) return synced;

    const page = synced.value;
    for (const { remote_id } of page.workouts) seen.add(remote_id);
    latestEnd = Math.max(latestEnd, ...page.workouts.map(toEnd));
    // A workout that cannot be read was not deleted.
    if (page.unreadable > 0) hasSeenAll = false;
    if (!page.hasMore) {
      // The pages list all workouts of `completeInterval`, so others in it were deleted.
      if (hasSeenAll && page.completeInterval && !isFirst) {
        const deleted = await findMissing(
          session.table,
          session.ids,
          page.completeInterval,
          seen,
        );
        const changes = { workouts: [], deleted };
        const imported = await importChanges(session, changes, findDataSource);
        if (!imported.ok) return imported;
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
  const imported = await importChanges(session, changes, createSourceFinder(session));
  if (!imported.ok) return imported;
  const latestEnd = Math.max(0, ...changes.workouts.map(toEnd));
  return success(toReport(session, { isComplete: true, latestEnd }));
}

/**
 * Imports the workouts that webhooks reported and that could not be fetched then. The provider's
 * list of new workouts may lack them: it contains neither deletions nor changes of old workouts.
 */
async function syncReported(
  session: SyncSession,
  findDataSource: FindDataSource,
): Promise<Result<undefined, SyncFailure>> {
  const { connection } = session;
  while (connection.sync_reported?.length) {
    const { workouts, deleted, finishedIds, failed } = await fetchBatch(
      session,
      connection.sync_reported,
    );
    const changes = { workouts, deleted };
    const imported = await importChanges(session, changes, findDataSource);
    if (!imported.ok) return imported;
    const sync_reported = connection.sync_reported.slice(finishedIds.length);
    const isSaved = await recordProgress(session, { sync_reported });
    if (!isSaved) return failure({ kind: 'lease_lost' });
    connection.sync_reported = sync_reported;
    if (failed) return failure(failed);
  }
  return success(undefined);
}
