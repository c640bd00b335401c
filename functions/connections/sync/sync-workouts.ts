import type { SyncProgress } from '#functions/connections/connection/sync-state.store.ts';
import {
  listDueChecks,
  maxChecks,
  postponeDue,
} from '#functions/connections/connection/workout-checks.ts';
import {
  isLongWindow,
  listedDays,
  toFirstPage,
} from '#functions/connections/provider-definition/list-workouts.ts';
import type {
  WorkoutPage,
  WorkoutRange,
} from '#functions/connections/provider-definition/provider.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  addPage,
  checkListed,
  compareList,
  findListStart,
  type Listing,
} from './compare-list.ts';
import { fetchAndImport, isUnreadable } from './import-changes.ts';
import { type SyncReport, toEnd, toReport } from './sync-reported.ts';
import {
  callProvider,
  getChecks,
  listImportedOnce,
  recordProgress,
  type SyncResult,
  type SyncSession,
  setChecks,
  setProgress,
} from './sync-session.ts';

/**
 * The maximum number of pages that a sync reads: of those whose workouts are new in the list and
 * change nothing, so that the diary has them, and of all others. A further sync continues.
 */
const maxPages = { known: 60, others: 20 } as const;

/** Imports what has changed since the last sync, page by page, and looks at some workouts again. */
export async function syncChanges(
  session: SyncSession,
  from: Date,
): Promise<SyncResult<SyncReport>> {
  const { connection } = session;
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
  const pages = { known: 0, others: 0 };
  while (pages.known < maxPages.known && pages.others < maxPages.others) {
    const earlier = { ids: listing.ids.size, changes: countChanges(session) };
    const synced = await syncPage(session, { from, cursor, since });
    if (!synced.ok) return synced;

    const page = synced.value;
    addPage(listing, page);
    latestEnd = Math.max(latestEnd, ...page.workouts.map(toEnd));
    if (!page.hasMore) {
      const compared = await compareList(session, listing);
      if (!compared.ok) return compared;
      setProgress(session, toPageProgress(page));
      const checked = await syncChecks(session);
      return checked.ok
        ? success(toReport(session, { isComplete: true, latestEnd }))
        : checked;
    }
    if (page.cursor === cursor) break;
    cursor = page.cursor;
    const isNew = listing.ids.size > earlier.ids;
    const isKnown = isNew && countChanges(session) === earlier.changes;
    pages[isKnown ? 'known' : 'others'] += 1;
  }
  session.hasAdvanced = countChanges(session) > 0;
  // A list could repeat its pages for ever. So what changes nothing is tried again ever later.
  if (!session.hasAdvanced) return failure({ kind: 'malformed' });
  return success(toReport(session, { isComplete: false, latestEnd }));
}

function countChanges({ counts: { created, updated, removed } }: SyncSession): number {
  return created + updated + removed;
}

/** Lists a page of workouts and imports it. */
async function syncPage(
  session: SyncSession,
  range: WorkoutRange,
): Promise<SyncResult<WorkoutPage>> {
  const listed = await listPage(session, range);
  if (!listed.ok) return listed;
  const imported = await importPage(session, listed.value);
  if (!imported.ok && isUnreadable(imported.error)) {
    const looked = await makeRoom(session);
    if (!looked.ok) return looked;
  }
  return imported;
}

/**
 * Lists a page. If the provider does not accept the cursor of an earlier sync, lists the first page
 * again: the tokens of pages expire.
 */
async function listPage(
  session: SyncSession,
  range: WorkoutRange,
): Promise<SyncResult<WorkoutPage>> {
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
async function makeRoom(session: SyncSession): Promise<SyncResult<unknown>> {
  const checks = getChecks(session);
  const isFull = checks.length >= maxChecks.listed;
  if (!isFull || !session.provider.fetchWorkout) return success(undefined);
  const due = listDueChecks(checks, toEpochSeconds(session.getNow()));
  const ids = due.map(({ id }) => id);
  return fetchAndImport(session, ids);
}

/**
 * Imports a page, and saves the cursor unless it is the last page. A page whose workouts are
 * fetched one by one is imported in batches. After an interruption, the next sync fetches only
 * those that are left.
 */
async function importPage(
  session: SyncSession,
  page: WorkoutPage,
): Promise<SyncResult<WorkoutPage>> {
  const { sync_fetched = [] } = session.connection;
  const summaries = await listSummaries(session, page);
  const fullyListed = page.workouts.filter(({ isSummary }) => !isSummary);
  const fetched = await fetchAndImport(session, summaries, fullyListed);
  if (!fetched.ok) return fetched;

  const { finishedIds, workouts, failed } = fetched.value;
  const isLastBatch = finishedIds.length === summaries.length;
  if (isLastBatch && !checkListed(session, page)) return failure({ kind: 'malformed' });
  if (workouts.length > 0 || (isLastBatch && page.hasMore)) session.hasAdvanced = true;
  if (failed) {
    setProgress(session, { sync_fetched: [...sync_fetched, ...finishedIds] });
    return failure(failed);
  }
  if (isLastBatch && !page.hasMore) return success(page);

  const progress = isLastBatch
    ? toPageProgress(page)
    : { sync_fetched: [...sync_fetched, ...finishedIds] };
  const saved = await recordProgress(session, progress);
  if (!saved.ok) return saved;
  return isLastBatch ? success(page) : importPage(session, page);
}

/** Returns the progress after a page is imported. */
function toPageProgress({ cursor, hasMore }: WorkoutPage): SyncProgress {
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

/**
 * Looks only at the workouts again that are due. The sync before it has succeeded, so a refusal is
 * about one workout, unless the next list is refused, too.
 */
export async function syncDueChecks(
  session: SyncSession,
): Promise<SyncResult<SyncReport>> {
  session.hasAccess = true;
  const checked = await syncChecks(session);
  return checked.ok ? success({ isComplete: true }) : checked;
}

/** Seconds until a sync looks again at workouts of a provider that seems to be out of order. */
const outagePause = 1800;

/** Looks at the workouts again that are due, if the provider has a request for one workout. */
async function syncChecks(session: SyncSession): Promise<SyncResult<undefined>> {
  for (;;) {
    const now = toEpochSeconds(session.getNow());
    const ids = listDueChecks(getChecks(session), now).map(({ id }) => id);
    if (ids.length === 0) return success(undefined);
    if (!session.provider.fetchWorkout) {
      setChecks(session, postponeDue(getChecks(session), now, outagePause));
      return success(undefined);
    }
    const fetched = await fetchAndImport(session, ids);
    if (!fetched.ok) return fetched;
    const { failed, finishedIds } = fetched.value;
    if (failed) {
      // A workout that cannot be read is noted, so the sync is complete without it.
      if (finishedIds.length === 0 || !isUnreadable(failed)) return failure(failed);
      setChecks(session, postponeDue(getChecks(session), now, outagePause));
      return success(undefined);
    }
    const saved = await recordProgress(session);
    if (!saved.ok) return saved;
  }
}
