import type { WorkoutPage } from '#shared/provider/provider.ts';
import type { Workout } from '#shared/provider/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import {
  addCounts,
  type ImportCounts,
  importWorkouts,
  newCounts,
} from '../import/import-workouts.store.ts';
import type { ImportedWorkout } from '../import/imported-workout.ts';
import { findMissingWorkouts } from './find-missing.store.ts';
import {
  callProvider,
  recordProgress,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';
import { createSourceFinder } from './workout-sources.ts';

/** The result of a sync. */
export interface SyncReport {
  counts: ImportCounts;
  /** Whether all changes up to now are imported. Otherwise a further sync continues. */
  isComplete: boolean;
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
  const counts = newCounts();
  const seen = new Set<string>();
  // After an interruption the earlier pages are unknown, and a missing workout may be on them.
  let hasSeenAll = !session.connection.sync_is_partial;
  let cursor = session.connection.sync_cursor;
  let latestEnd = 0;
  for (let number = 0; number < maxPages; number += 1) {
    const read = await syncPage(session, from, cursor);
    if (!read.ok) return read;

    const { page, imported } = read.value;
    addCounts(counts, imported);
    for (const { remote_id } of page.workouts) seen.add(remote_id);
    latestEnd = Math.max(latestEnd, ...page.workouts.map(toEnd));
    // A workout that cannot be read was not deleted.
    if (page.unreadable > 0) hasSeenAll = false;
    if (!page.hasMore) {
      if (hasSeenAll && page.complete) {
        const deleted = await findMissingWorkouts(session, page.complete, seen);
        addCounts(counts, await importChanges(session, { workouts: [], deleted }));
      }
      return success(toReport(session, { counts, isComplete: true, latestEnd }));
    }
    cursor = page.cursor;
  }
  return success(toReport(session, { counts, isComplete: false, latestEnd }));
}

/** Returns when a workout ended, in epoch milliseconds. */
function toEnd({ start_time, duration }: Workout): number {
  return Date.parse(start_time) + duration * 1000;
}

/** Builds the report of a sync. `latestEnd` is when the latest workout ended. */
function toReport(
  { connection, getNow }: SyncSession,
  { counts, isComplete, latestEnd }: Omit<SyncReport, 'delay_s'> & { latestEnd: number },
): SyncReport {
  const isMeasured = counts.created > 0 && connection.status !== 'syncing';
  const seconds = Math.round((getNow().getTime() - latestEnd) / 1000);
  const delay_s = isMeasured ? Math.max(seconds, 0) : undefined;
  return compact({ counts, isComplete, delay_s });
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
  const counts = await importChanges(session, changes);
  const latestEnd = Math.max(0, ...changes.workouts.map(toEnd));
  return success(toReport(session, { counts, isComplete: true, latestEnd }));
}

/** Imports a page and saves the cursor of the next page. */
async function syncPage(
  session: SyncSession,
  from: Date,
  cursor: string | undefined,
): Promise<SyncResult<{ page: WorkoutPage; imported: ImportCounts }>> {
  const { provider, context } = session;
  const listed = await callProvider(session, (account) =>
    provider.listWorkouts(context, account, { from, cursor }),
  );
  if (!listed.ok) return listed;

  const page = listed.value;
  const completed = await completeAll(session, page.workouts);
  if (!completed.ok) return completed;

  const changes = { workouts: completed.value, deleted: [] };
  const imported = await importChanges(session, changes);
  const isSaved = await recordProgress(session, {
    sync_cursor: page.cursor,
    sync_is_partial: page.hasMore,
  });
  return isSaved ? success({ page, imported }) : failure({ kind: 'lease_lost' });
}

/** Fetches the workouts that the provider's list summarizes. Omits workouts that are deleted. */
async function completeAll(
  session: SyncSession,
  workouts: readonly Workout[],
): Promise<SyncResult<Workout[]>> {
  const completed: Workout[] = [];
  for (const workout of workouts) {
    const fetched = workout.isSummary
      ? await fetchWorkout(session, workout.remote_id)
      : success(workout);
    if (fetched.ok) completed.push(fetched.value);
    else if (fetched.error.kind !== 'not_found') return fetched;
  }
  return success(completed);
}

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
): Promise<ImportCounts> {
  const { table, ids, connection, getNow } = session;
  const findDataSource = createSourceFinder(session);
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
  return importWorkouts(table, job, now);
}
