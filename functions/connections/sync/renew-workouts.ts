import type { Renewal } from '#functions/connections/connection/sync-state.ts';
import { toIntervalCursor } from '#functions/connections/provider-definition/list-workouts.ts';
import type { WorkoutPage } from '#functions/connections/provider-definition/provider.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { matchesSummary } from '#functions/diary/workout-import/workout.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { callProvider } from './call-provider.ts';
import {
  addPage,
  checkListed,
  compareList,
  emptyListing,
  type Listing,
} from './compare-list.ts';
import { fetchAndImport, importChanges } from './import-changes.ts';
import { getMarginSeconds, isRenewalDue, isRenewalOpen } from './retention.ts';
import {
  addProgress,
  fail,
  getChecks,
  keepLease,
  type Step,
  type Sync,
  succeed,
} from './steps.ts';

/** The days whose workouts are listed again at once. */
const windowDays = 180;

/** The most pages of a list: thousands of workouts. */
const maxPages = 50;

/**
 * Reads the workouts of a connection again before their time ends, if the provider limits it, and
 * restores those whose time has ended. Lists confirm many of them by one request. A workout that
 * differs is fetched, one that is missing is looked at again as in any list. After an interruption,
 * the next sync goes on.
 */
export async function renewWorkouts(begun: Sync): Promise<Step> {
  const { connection, policy, table, ids, getNow } = begun;
  if (!isRenewalDue(connection, policy, getNow())) return succeed(begun);

  const { began, from } = findOrBegin(begun);
  const all = await records.listByConnection(table, ids);
  const lost = all.filter(({ expired_at }) => expired_at !== undefined);
  const expired = new Set(lost.map(({ sk }) => sk));
  let dates = all.map(({ storage_date }) => storage_date).filter((date) => date >= from);
  let sync = begun;
  for (let [first] = dates; first !== undefined; [first] = dates) {
    const next = addDays(first, windowDays);
    const last = dates.findLast((date) => date < next) ?? first;
    const renewed = await renewDays(sync, { first, last, expired });
    if (!renewed.ok) return renewed;
    if (!renewed.value) return succeed(renewed.sync);
    dates = dates.filter((date) => date >= next);
    const saved = await keepLease(renewed.sync, { renewal: { began, from: next } });
    if (!saved.ok) return saved;
    sync = saved.sync;
  }
  return succeed(addProgress(sync, { renewed_at: began }));
}

/**
 * Returns the renewal that an earlier sync has begun, unless that is too long ago, or a new one.
 */
function findOrBegin({ connection, policy, getNow }: Sync): Renewal {
  const now = toEpochSeconds(getNow());
  const { renewal } = connection;
  const { retention_days } = policy;
  const margin = retention_days === null ? Infinity : getMarginSeconds(retention_days);
  const isOpen = renewal !== undefined && isRenewalOpen(connection);
  return isOpen && now - renewal.began < margin ? renewal : { began: now, from: '' };
}

/** The days of some workouts. */
interface Days {
  first: string;
  last: string;
  /** The sort keys of the records of workouts that are to be restored. */
  expired: ReadonlySet<string>;
}

/**
 * Reads the workouts of some days again. Returns false if some are missing from the list, and it is
 * not noted that they have to be looked at again.
 */
async function renewDays(
  begun: Sync,
  { first, last, expired }: Days,
): Promise<Step<boolean>> {
  const { provider, context, table, ids } = begun;
  // A local date differs from the date in UTC by at most one day.
  const from = new Date(`${addDays(first, -1)}T00:00:00Z`);
  const interval = {
    from: from.toISOString(),
    to: new Date(`${addDays(last, 2)}T00:00:00Z`).toISOString(),
  };
  const imported = await records.listImported(table, ids, interval);
  const held = new Map(
    imported.flatMap(({ remote_id, isEdited, entry }) =>
      isEdited ? [] : [[remote_id, entry]],
    ),
  );
  let listing: Listing = { ...emptyListing, interval, isComplete: true, imported };
  let sync = begun;
  let cursor = toIntervalCursor(interval);
  for (let pages = 0, hasMore = true; hasMore; pages += 1) {
    if (pages >= maxPages) return fail(sync, { kind: 'malformed' });
    const listed = await callProvider(sync, (account) =>
      provider.listWorkouts(context, account, { from, cursor }),
    );
    if (!listed.ok) return listed;
    listing = addPage(listing, listed.value);
    const page = pickKnown(listed.sync, listed.value, { held, expired });
    const renewed = await renewPage(listed.sync, page, held);
    if (!renewed.ok) return renewed;
    sync = renewed.sync;
    ({ cursor, hasMore } = listed.value);
  }
  // Each workout that the list lacks is asked for, so nothing is lost if its ids are incomplete.
  const isComplete = listing.isComplete || provider.fetchWorkout !== undefined;
  const compared = await compareList(sync, { ...listing, isComplete });
  if (!compared.ok) return compared;
  const checks = getChecks(compared.sync);
  const found = new Set([...listing.ids, ...checks.map(({ id }) => id)]);
  const isWhole = [...held.keys()].every((id) => found.has(id));
  return succeed(compared.sync, isWhole);
}

/** The entries that nobody has edited, by the provider's ids of their workouts. */
type HeldEntries = ReadonlyMap<string, ImportedEntry>;

/**
 * Returns a page without the workouts that the diary neither has nor had until their time ended.
 * Those that could not be read are tried again at a time of their own.
 */
function pickKnown(
  sync: Sync,
  page: WorkoutPage,
  { held, expired }: Pick<Days, 'expired'> & { held: HeldEntries },
): WorkoutPage {
  const { connection, ids } = sync;
  const checked = new Set(getChecks(sync).map(({ id }) => id));
  const isExpired = (workout_id: string) => {
    const { sk } = records.toRecordKey({
      user_id: ids.user_id,
      remote_connection_type: connection.type,
      account_id: connection.remote_id,
      workout_id,
    });
    return expired.has(sk) && !checked.has(workout_id);
  };
  const isKnown = (id: string) => held.has(id) || isExpired(id);
  return {
    ...page,
    workouts: page.workouts.filter(({ remote_id }) => isKnown(remote_id)),
    unreadable: page.unreadable.filter(isKnown),
  };
}

/** Imports the workouts of a page that differ from their entries, or have none any more. */
async function renewPage(
  begun: Sync,
  page: WorkoutPage,
  held: HeldEntries,
): Promise<Step> {
  const checked = checkListed(begun, page);
  if (!checked) return fail(begun, { kind: 'malformed' });
  const changed = page.workouts.filter((workout) => {
    const entry = held.get(workout.remote_id);
    return workout.isSummary && !(entry && matchesSummary(workout, entry));
  });
  const full = page.workouts.filter(({ isSummary }) => !isSummary);
  const imported = await importChanges(checked, full, []);
  if (!imported.ok) return imported;
  return fetchAll(
    imported.sync,
    changed.map(({ remote_id }) => remote_id),
  );
}

/** Fetches workouts one by one, and imports them in batches. */
async function fetchAll(begun: Sync, ids: readonly string[]): Promise<Step> {
  if (ids.length === 0) return succeed(begun);
  const fetched = await fetchAndImport(begun, ids);
  if (!fetched.ok) return fetched;
  const { failed, finishedIds, workouts } = fetched.value;
  const hasAdvanced = begun.hasAdvanced || workouts.length > 0;
  const sync = { ...fetched.sync, hasAdvanced };
  if (failed) return fail(sync, failed);
  const saved = await keepLease(sync);
  const left = ids.filter((id) => !finishedIds.includes(id));
  return saved.ok ? fetchAll(saved.sync, left) : saved;
}
