import type {
  LeasedConnection,
  SyncProgress,
} from '#functions/connections/connection/sync-state.store.ts';
import { countWithheld } from '#functions/connections/connection/sync-state.ts';
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
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { callProvider, withAccess } from './call-provider.ts';
import {
  addImported,
  addPage,
  checkListed,
  compareList,
  emptyListing,
  findListStart,
  type Listing,
} from './compare-list.ts';
import { fetchAndImport, isUnreadable } from './import-changes.ts';
import {
  addProgress,
  fail,
  getChecks,
  keepLease,
  replaceChecks,
  type Step,
  type Sync,
  succeed,
} from './steps.ts';
import { type SyncReport, toReport } from './sync-reported.ts';

/**
 * The maximum number of pages that a sync reads: of those whose workouts are new in the list and
 * change nothing, so that the diary has them, and of all others. A further sync continues.
 */
const maxPages = { known: 60, others: 20 } as const;

/** Imports what has changed since the last sync, page by page, and looks at some workouts again. */
export async function syncChanges(begun: Sync, from: Date): Promise<Step<SyncReport>> {
  const { connection } = begun;
  // The first import of a connection stores `sync_sources`.
  const isFirst = connection.sync_sources === undefined;
  // A sync that continues has not seen the pages before the interruption.
  const isComplete = !isFirst && !connection.sync_is_partial;
  let listing: Listing = { ...emptyListing, isComplete };
  const since = findListStart(begun);
  let sync = begun;
  let cursor = connection.sync_cursor;
  const pages = { known: 0, others: 0 };
  while (pages.known < maxPages.known && pages.others < maxPages.others) {
    const listed = await listPage(sync, { from, cursor, since });
    if (!listed.ok) return listed;
    const page = listed.value;
    const earlier = { ids: listing.ids.size, changes: countChanges(sync) };
    listing = await addToList(listed.sync, listing, page);
    const imported = await importOrMakeRoom(
      addWithheld(listed.sync, page),
      page,
      listing,
    );
    if (!imported.ok) return imported;

    sync = imported.sync;
    if (!page.hasMore) return endList(sync, page, listing);
    if (page.cursor === cursor) break;
    cursor = page.cursor;
    const isNew = listing.ids.size > earlier.ids;
    const isKnown = isNew && countChanges(sync) === earlier.changes;
    pages[isKnown ? 'known' : 'others'] += 1;
  }
  const hasAdvanced = countChanges(sync) > 0;
  const ended = { ...sync, hasAdvanced };
  // A list could repeat its pages for ever. So what changes nothing is tried again ever later.
  if (!hasAdvanced) return fail(ended, { kind: 'malformed' });
  const { latestEnd } = listing;
  return succeed(ended, toReport(ended, { isComplete: false, latestEnd }));
}

/** Counts what a page withholds. */
export function addWithheld(sync: Sync, { withheld = [] }: WorkoutPage): Sync {
  const { sync_withheld: counted } = sync.connection;
  if (withheld.length === 0) return sync;
  return addProgress(sync, compact({ sync_withheld: countWithheld(counted, withheld) }));
}

function countChanges({ counts: { created, updated, removed } }: Sync): number {
  return created + updated + removed;
}

/** Compares a whole list with the diary, and looks at the workouts again that are due. */
async function endList(
  sync: Sync,
  page: WorkoutPage,
  listing: Listing,
): Promise<Step<SyncReport>> {
  const { latestEnd } = listing;
  const compared = await compareList(sync, listing);
  if (!compared.ok) return compared;
  const checked = await syncChecks(addProgress(compared.sync, toPageProgress(page)));
  if (!checked.ok) return checked;
  return succeed(checked.sync, toReport(checked.sync, { isComplete: true, latestEnd }));
}

/**
 * Lists a page. If the provider does not accept the cursor of an earlier sync, lists the first page
 * again: the tokens of pages expire.
 */
async function listPage(begun: Sync, range: WorkoutRange): Promise<Step<WorkoutPage>> {
  const { provider, context } = begun;
  const list = (sync: Sync, cursor: string | undefined) =>
    callProvider(sync, (account) =>
      provider.listWorkouts(context, account, { ...range, cursor }),
    );
  const listed = await list(begun, range.cursor);
  const isRejected = !listed.ok && listed.error.kind === 'rejected';
  const canRestart = isRejected && !begun.hasAdvanced;
  const firstPage = canRestart ? toFirstPage(range.cursor ?? '') : undefined;
  return firstPage ? list(listed.sync, firstPage) : listed;
}

/**
 * Adds a page to a list. A long list of a connection that has ended a sync before gets the workouts
 * of the diary, because those are not fetched again.
 */
async function addToList(
  sync: Sync,
  listing: Listing,
  page: WorkoutPage,
): Promise<Listing> {
  const added = addPage(listing, page);
  const { workouts, listedInterval: interval } = page;
  const isFetched = workouts.some(({ isSummary }) => isSummary);
  const hasEnded = sync.connection.last_sync_time !== undefined;
  if (!isFetched || !hasEnded || !interval || !isLongWindow(interval)) return added;
  return addImported(sync, added, interval);
}

/**
 * Imports a page. If that fails because there is no room for more workouts to look at again, looks
 * at those that are due, so that the next sync has room.
 */
async function importOrMakeRoom(
  begun: Sync,
  page: WorkoutPage,
  listing: Listing,
): Promise<Step> {
  const imported = await importPage(begun, page, listing);
  if (imported.ok || !isUnreadable(imported.error)) return imported;
  const { sync, error } = imported;
  const checks = getChecks(sync);
  if (checks.length < maxChecks.listed || !sync.provider.fetchWorkout) return imported;
  const due = listDueChecks(checks, toEpochSeconds(sync.getNow()));
  const ids = due.map(({ id }) => id);
  const looked = await fetchAndImport(sync, ids);
  return looked.ok ? fail(looked.sync, error) : looked;
}

/**
 * Imports a page, and saves the cursor unless it is the last page. A page whose workouts are
 * fetched one by one is imported in batches. After an interruption, the next sync fetches only
 * those that are left.
 */
async function importPage(
  begun: Sync,
  page: WorkoutPage,
  listing: Listing,
): Promise<Step> {
  const summaries = listSummaries(begun.connection, page, listing);
  const fullyListed = page.workouts.filter(({ isSummary }) => !isSummary);
  const fetched = await fetchAndImport(begun, summaries, fullyListed);
  if (!fetched.ok) return fetched;

  const { finishedIds, workouts, failed } = fetched.value;
  const isLastBatch = finishedIds.length === summaries.length;
  const checked = isLastBatch ? checkListed(fetched.sync, page) : fetched.sync;
  if (!checked) return fail(fetched.sync, { kind: 'malformed' });
  const isFurther = workouts.length > 0 || (isLastBatch && page.hasMore);
  const sync = isFurther ? { ...checked, hasAdvanced: true } : checked;
  const { sync_fetched: earlier = [] } = begun.connection;
  const sync_fetched = [...earlier, ...finishedIds];
  if (failed) return fail(addProgress(sync, { sync_fetched }), failed);
  if (isLastBatch && !page.hasMore) return succeed(sync);

  const progress = isLastBatch ? toPageProgress(page) : { sync_fetched };
  const saved = await keepLease(sync, progress);
  return saved.ok && !isLastBatch ? importPage(saved.sync, page, listing) : saved;
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
function listSummaries(
  { sync_fetched = [], sync_checks = [] }: LeasedConnection,
  { workouts, listedInterval: interval }: WorkoutPage,
  { imported = [] }: Listing,
): string[] {
  const recent = Date.parse(interval?.to ?? '') - listedDays * 86_400_000;
  const known = imported.filter(({ start }) => start < recent);
  const unreadable = sync_checks.filter(({ cause }) => cause === 'unreadable');
  const finished = new Set([
    ...sync_fetched,
    ...unreadable.map(({ id }) => id),
    ...known.map(({ remote_id }) => remote_id),
  ]);
  const summaries = workouts.filter(({ isSummary }) => isSummary);
  const ids = summaries.map(({ remote_id }) => remote_id);
  return ids.filter((id) => !finished.has(id));
}

/**
 * Looks only at the workouts again that are due. The sync before it has succeeded, so a refusal is
 * about one workout, unless the next list is refused, too.
 */
export async function syncDueChecks(sync: Sync): Promise<Step<SyncReport>> {
  const checked = await syncChecks(withAccess(sync, { isAllowed: true }));
  return checked.ok ? succeed(checked.sync, { isComplete: true }) : checked;
}

/** Seconds until a sync looks again at workouts of a provider that seems to be out of order. */
const outagePause = 1800;

/** Looks at the workouts again that are due, if the provider has a request for one workout. */
async function syncChecks(sync: Sync): Promise<Step> {
  const now = toEpochSeconds(sync.getNow());
  const postpone = (later: Sync) =>
    succeed(replaceChecks(later, postponeDue(getChecks(later), now, outagePause)));
  const ids = listDueChecks(getChecks(sync), now).map(({ id }) => id);
  if (ids.length === 0) return succeed(sync);
  if (!sync.provider.fetchWorkout) return postpone(sync);
  const fetched = await fetchAndImport(sync, ids);
  if (!fetched.ok) return fetched;

  const { failed, finishedIds } = fetched.value;
  if (failed) {
    // A workout that cannot be read is noted, so the sync is complete without it.
    const isNoted = finishedIds.length > 0 && isUnreadable(failed);
    return isNoted ? postpone(fetched.sync) : fail(fetched.sync, failed);
  }
  const saved = await keepLease(fetched.sync);
  return saved.ok ? syncChecks(saved.sync) : saved;
}
