import {
  listDueChecks,
  postponeDue,
} from '#functions/connections/connection/workout-checks.ts';
import type { Workout } from '#functions/diary/import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { addPage, compareList, findListStart, type Listing } from './compare-list.ts';
import { fetchAndImport, isUnreadable, requireFetched } from './fetch-workouts.ts';
import { createSourceFinder, type FindDataSource } from './import-changes.ts';
import { syncPage, toPageProgress } from './sync-page.ts';
import {
  getChecks,
  noteChecks,
  noteProgress,
  recordProgress,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';

/** The outcome of a sync. */
export interface SyncReport {
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

/** Imports what has changed since the last sync, page by page, and looks at some workouts again. */
export async function syncChanges(
  session: SyncSession,
  from: Date,
): Promise<SyncResult<SyncReport>> {
  const { connection } = session;
  const findDataSource = createSourceFinder(session);
  // The first import of a connection stores `sync_sources`.
  const isFirst = connection.sync_sources === undefined;
  const listing: Listing = {
    ids: new Set(),
    starts: [],
    // A sync that continues has not seen the pages before the interruption.
    isComplete: !isFirst && !connection.sync_is_partial,
  };
  const since = findListStart(session);
  let cursor = connection.sync_cursor;
  let latestEnd = 0;
  for (let number = 0; number < maxPages; number += 1) {
    const synced = await syncPage(session, { from, cursor, since }, findDataSource);
    if (!synced.ok) return synced;

    const page = synced.value;
    addPage(listing, page);
    latestEnd = Math.max(latestEnd, ...page.workouts.map(toEnd));
    if (!page.hasMore) {
      const compared = await compareList(session, listing, findDataSource);
      if (!compared.ok) return compared;
      noteProgress(session, toPageProgress(page));
      const checked = await syncChecks(session, findDataSource);
      return checked.ok
        ? success(toReport(session, { isComplete: true, latestEnd }))
        : checked;
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
  { latestEnd, ...report }: Pick<SyncReport, 'isComplete'> & { latestEnd: number },
): SyncReport {
  const isMeasured = counts.created > 0 && connection.status !== 'syncing';
  const seconds = Math.round((getNow().getTime() - latestEnd) / 1000);
  const delay_s = isMeasured ? Math.max(seconds, 0) : undefined;
  return compact({ ...report, delay_s });
}

/** Looks only at the workouts again that are due. */
export async function syncDueChecks(
  session: SyncSession,
): Promise<SyncResult<SyncReport>> {
  const checked = await syncChecks(session, createSourceFinder(session));
  return checked.ok ? success({ isComplete: true }) : checked;
}

/** Seconds until a sync looks again at workouts of a provider that seems to be out of order. */
const outagePause = 1800;

/** Looks at the workouts again that are due, if the provider has a request for one workout. */
async function syncChecks(
  session: SyncSession,
  findDataSource: FindDataSource,
): Promise<SyncResult<undefined>> {
  for (;;) {
    const now = toEpochSeconds(session.getNow());
    const ids = listDueChecks(getChecks(session), now).map(({ id }) => id);
    if (ids.length === 0) return success(undefined);
    if (!session.provider.fetchWorkout) {
      noteChecks(session, postponeDue(getChecks(session), now, outagePause));
      return success(undefined);
    }
    const fetched = await fetchAndImport(session, ids, [], findDataSource);
    if (!fetched.ok) return fetched;
    const { failed, finishedIds } = fetched.value;
    if (failed) {
      // What cannot be read is noted, so the sync is complete without it.
      if (finishedIds.length === 0 || !isUnreadable(failed)) return failure(failed);
      noteChecks(session, postponeDue(getChecks(session), now, outagePause));
      return success(undefined);
    }
    const isSaved = await recordProgress(session);
    if (!isSaved) return failure({ kind: 'lease_lost' });
  }
}

/** Imports one workout that a webhook reported, or removes it if the provider has deleted it. */
export async function syncWorkout(
  session: SyncSession,
  id: string,
): Promise<SyncResult<SyncReport>> {
  const findDataSource = createSourceFinder(session);
  const fetched = await fetchAndImport(session, [id], [], findDataSource);
  if (!fetched.ok) return fetched;
  const read = requireFetched(fetched.value);
  if (!read.ok) return read;
  const latestEnd = Math.max(0, ...fetched.value.workouts.map(toEnd));
  return success(toReport(session, { isComplete: true, latestEnd }));
}
