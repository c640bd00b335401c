import type { Renewal } from '#functions/connections/connection/sync-state.ts';
import { toIntervalCursor } from '#functions/connections/provider-definition/list-workouts.ts';
import type { WorkoutPage } from '#functions/connections/provider-definition/provider.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { matchesSummary } from '#functions/diary/workout-import/workout.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { addPage, checkListed, compareList, type Listing } from './compare-list.ts';
import { fetchAndImport, importChanges } from './import-changes.ts';
import { getMarginSeconds, isRenewalDue, isRenewalOpen } from './retention.ts';
import {
  callProvider,
  getChecks,
  listImportedOnce,
  recordProgress,
  type SyncResult,
  type SyncSession,
  setProgress,
} from './sync-session.ts';

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
export async function renewWorkouts(
  session: SyncSession,
): Promise<SyncResult<undefined>> {
  const { connection, policy, table, ids, getNow } = session;
  if (!isRenewalDue(connection, policy, getNow())) return success(undefined);

  const { began, from } = findOrBegin(session);
  const all = await records.listByConnection(table, ids);
  const lost = all.filter(({ expired_at }) => expired_at !== undefined);
  const expired = new Set(lost.map(({ sk }) => sk));
  let dates = all.map(({ storage_date }) => storage_date).filter((date) => date >= from);
  for (let [first] = dates; first !== undefined; [first] = dates) {
    const next = addDays(first, windowDays);
    const last = dates.findLast((date) => date < next) ?? first;
    const renewed = await renewDays(session, { first, last, expired });
    session.imported = undefined;
    if (!renewed.ok) return renewed;
    if (!renewed.value) return success(undefined);
    dates = dates.filter((date) => date >= next);
    const saved = await recordProgress(session, { renewal: { began, from: next } });
    if (!saved.ok) return saved;
  }
  setProgress(session, { renewed_at: began });
  return success(undefined);
}

/**
 * Returns the renewal that an earlier sync has begun, unless that is too long ago, or a new one.
 */
function findOrBegin({ connection, policy, getNow }: SyncSession): Renewal {
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
  session: SyncSession,
  { first, last, expired }: Days,
): Promise<SyncResult<boolean>> {
  const { provider, context } = session;
  // A local date differs from the date in UTC by at most one day.
  const from = new Date(`${addDays(first, -1)}T00:00:00Z`);
  const interval = {
    from: from.toISOString(),
    to: new Date(`${addDays(last, 2)}T00:00:00Z`).toISOString(),
  };
  session.imported = undefined;
  const imported = await listImportedOnce(session, interval);
  const held = new Map(
    imported.flatMap(({ remote_id, isEdited, entry }) =>
      isEdited ? [] : [[remote_id, entry]],
    ),
  );
  const listing: Listing = { interval, ids: new Set(), starts: [], isComplete: true };
  let cursor = toIntervalCursor(interval);
  for (let pages = 0, hasMore = true; hasMore; pages += 1) {
    if (pages >= maxPages) return failure({ kind: 'malformed' });
    const listed = await callProvider(session, (account) =>
      provider.listWorkouts(context, account, { from, cursor }),
    );
    if (!listed.ok) return listed;
    addPage(listing, listed.value);
    const page = pickKnown(session, listed.value, { held, expired });
    const renewed = await renewPage(session, page, held);
    if (!renewed.ok) return renewed;
    ({ cursor, hasMore } = listed.value);
  }
  // Each workout that the list lacks is asked for, so nothing is lost if its ids are incomplete.
  listing.isComplete ||= provider.fetchWorkout !== undefined;
  const compared = await compareList(session, listing);
  if (!compared.ok) return compared;
  const noted = new Set(getChecks(session).map(({ id }) => id));
  return success([...held.keys()].every((id) => listing.ids.has(id) || noted.has(id)));
}

/** The entries that nobody has edited, by the provider's ids of their workouts. */
type HeldEntries = ReadonlyMap<string, ImportedEntry>;

/**
 * Returns a page without the workouts that the diary neither has nor had until their time ended.
 * Those that could not be read are tried again at a time of their own.
 */
function pickKnown(
  session: SyncSession,
  page: WorkoutPage,
  { held, expired }: Pick<Days, 'expired'> & { held: HeldEntries },
): WorkoutPage {
  const { connection, ids } = session;
  const checked = new Set(getChecks(session).map(({ id }) => id));
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
  session: SyncSession,
  page: WorkoutPage,
  held: HeldEntries,
): Promise<SyncResult<undefined>> {
  if (!checkListed(session, page)) return failure({ kind: 'malformed' });
  const changed = page.workouts.filter((workout) => {
    const entry = held.get(workout.remote_id);
    return workout.isSummary && !(entry && matchesSummary(workout, entry));
  });
  let ids = changed.map(({ remote_id }) => remote_id);
  const full = page.workouts.filter(({ isSummary }) => !isSummary);
  const imported = await importChanges(session, full, []);
  if (!imported.ok) return imported;
  while (ids.length > 0) {
    const fetched = await fetchAndImport(session, ids);
    if (!fetched.ok) return fetched;
    const { failed, finishedIds, workouts } = fetched.value;
    if (workouts.length > 0) session.hasAdvanced = true;
    if (failed) return failure(failed);
    const saved = await recordProgress(session);
    if (!saved.ok) return saved;
    ids = ids.filter((id) => !finishedIds.includes(id));
  }
  return success(undefined);
}
