import {
  findOrCreateCheck,
  isDeletionCertain,
  listDueChecks,
  postponeDue,
  putCheck,
  toGone,
  toSeen,
  toUnreadable,
  type WorkoutCheck,
  withoutCheck,
} from '#functions/connections/connection/workout-checks.ts';
import type { WorkoutPage } from '#functions/connections/provider-definition/provider.ts';
import {
  type ListedWorkout,
  listImported,
} from '#functions/diary/workout-import/workout-record.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { importChanges } from './import-changes.ts';
import { getChecks, replaceChecks, type Step, type Sync, succeed } from './steps.ts';
import { toEndTime } from './sync-reported.ts';

/** The workouts that the pages of a list have had so far. */
export interface Listing {
  /** The interval of start times of the list. Absent if the list says nothing about others. */
  readonly interval?: Interval;
  /** The ids of all workouts that the sync has seen, even of those that it could not read. */
  readonly ids: ReadonlySet<string>;
  /** The starts in epoch milliseconds of the workouts in the interval. */
  readonly starts: readonly number[];
  /** When the latest workout ended, in epoch milliseconds. */
  readonly latestEnd: number;
  /** Whether all of its pages were read, and all of their ids. */
  readonly isComplete: boolean;
  /** The workouts of the interval that were in the diary, once they have been read. */
  readonly imported?: readonly ListedWorkout[];
}

type Interval = NonNullable<WorkoutPage['listedInterval']>;

/** A list before its first page. */
export const emptyListing = { ids: new Set<string>(), starts: [], latestEnd: 0 };

/** Returns a list with the workouts of one more page. */
export function addPage(listing: Listing, page: WorkoutPage): Listing {
  const { workouts, unreadable, hasUnknown, listedInterval: interval } = page;
  const ids = [...workouts.map(({ remote_id }) => remote_id), ...unreadable];
  const added = {
    ...listing,
    ids: new Set([...listing.ids, ...ids]),
    latestEnd: Math.max(listing.latestEnd, ...workouts.map(toEndTime)),
    isComplete: listing.isComplete && !hasUnknown,
  };
  if (!interval) return added;
  const starts = workouts.map(({ start_time }) => Date.parse(start_time));
  return { ...added, interval, starts: [...listing.starts, ...starts] };
}

/** Returns a list with the workouts of its interval that are in the diary, which are read once. */
export async function addImported(
  { table, ids }: Sync,
  listing: Listing,
  interval: Interval,
) {
  const imported = listing.imported ?? (await listImported(table, ids, interval));
  return { ...listing, imported };
}

/**
 * Notes what a page says about the workouts that the sync has to look at again, and notes those
 * that it could not read. Returns undefined if there is no room for them.
 */
export function checkListed(sync: Sync, page: WorkoutPage): Sync | undefined {
  const now = toEpochSeconds(sync.getNow());
  let checks = getChecks(sync);
  const earlier = new Map(checks.map((check) => [check.id, check]));
  for (const { remote_id, isSummary } of page.workouts) {
    const check = earlier.get(remote_id);
    if (!check) continue;
    const isSettled =
      !isSummary && (check.cause === 'missing' || check.cause === 'unreadable');
    const seen = toSeen(check);
    // The provider lists it, and yet did not have it when it was asked for it.
    const left = check.cause === 'missing' ? toUnreadable(seen, now) : seen;
    checks = isSettled
      ? withoutCheck(checks, remote_id)
      : checks.map((each) => (each === check ? left : each));
  }
  for (const id of page.unreadable) {
    const check = checkUnreadable(sync, page, earlier.get(id), id, now);
    const changed = check === earlier.get(id) ? checks : putCheck(checks, check);
    if (!changed) return undefined;
    checks = changed;
  }
  return replaceChecks(sync, checks);
}

/**
 * Returns the check of a workout that a page has and that cannot be read. The provider is asked for
 * it at once if it has a request for one workout; otherwise a later list may have it.
 */
function checkUnreadable(
  { provider }: Sync,
  { listedInterval }: WorkoutPage,
  earlier: WorkoutCheck | undefined,
  id: string,
  now: number,
): WorkoutCheck {
  const isDue = earlier === undefined || earlier.next <= now;
  if (earlier && !isDue && earlier.gone_since === undefined) return earlier;
  const check = toSeen(earlier ?? findOrCreateCheck([], id, 'unreadable', now));
  if (provider.fetchWorkout || !isDue) return check;
  const listed = compact({ listed_from: listedInterval?.from });
  return { ...toUnreadable(check, now), ...listed };
}

/**
 * Compares a list with the diary. A workout that only the diary has may be deleted, or the list may
 * be incomplete (wire.md R7). If the provider has a request for one workout, it is asked. One for
 * which there is no room is noted later: its entry stays, so a later list lacks it too.
 */
export async function compareList(sync: Sync, listing: Listing): Promise<Step> {
  const { interval, ids, isComplete } = listing;
  if (!interval || !isComplete) return succeed(sync);

  const { imported } = await addImported(sync, listing, interval);
  const missing = imported.filter(
    ({ remote_id, isEdited }) => !isEdited && !ids.has(remote_id),
  );
  if (!sync.provider.fetchWorkout) {
    return compareTwice(sync, { ...listing, interval }, missing);
  }
  const now = toEpochSeconds(sync.getNow());
  let checks = getChecks(sync);
  for (const { remote_id } of missing) {
    const check = findOrCreateCheck(checks, remote_id, 'missing', now);
    if (!checks.includes(check)) checks = putCheck(checks, check) ?? checks;
  }
  return succeed(replaceChecks(sync, checks));
}

/**
 * Withdraws the workouts that two lists, a day apart, did not have although they had workouts
 * before and after them. Notes those that this list is the first to lack.
 */
async function compareTwice(
  sync: Sync,
  listing: Listing & Required<Pick<Listing, 'interval'>>,
  missing: readonly ListedWorkout[],
): Promise<Step> {
  const now = toEpochSeconds(sync.getNow());
  let checks = dropSettled(getChecks(sync), listing, missing, now);
  const first = Math.min(...listing.starts);
  const last = Math.max(...listing.starts);
  const between = missing.filter(({ start }) => first < start && start < last);
  const deleted: string[] = [];
  for (const { remote_id } of between) {
    const check = findOrCreateCheck(checks, remote_id, 'missing', now);
    if (isDeletionCertain(check, now)) {
      deleted.push(remote_id);
      checks = withoutCheck(checks, remote_id);
      continue;
    }
    const listed_from = check.listed_from ?? listing.interval.from;
    const gone = { ...toGone(check, now), listed_from };
    checks = putCheck(checks, gone) ?? checks;
  }
  const imported = await importChanges(sync, [], deleted);
  if (!imported.ok) return imported;
  return succeed(replaceChecks(imported.sync, postponeDue(checks, now)));
}

/**
 * Returns the checks without those of workouts that the diary no longer has, those of workouts that
 * a webhook reported without ids, and those of unreadable ones that two lists, a day apart, did not
 * have. It is not known when these took place, so the lists must have workouts from before and
 * after they were noted. Those of a list that began earlier stay.
 */
function dropSettled(
  checks: readonly WorkoutCheck[],
  { interval, ids, starts }: Listing & Required<Pick<Listing, 'interval'>>,
  missing: readonly ListedWorkout[],
  now: number,
): readonly WorkoutCheck[] {
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const missingIds = new Set(missing.map(({ remote_id }) => remote_id));
  return checks.flatMap((check) => {
    const isCovered = (check.listed_from ?? '') >= interval.from;
    if (ids.has(check.id) || !isCovered) return [check];
    if (check.cause === 'changed') return [];
    if (check.cause === 'missing') return missingIds.has(check.id) ? [check] : [];
    const noted = check.since * 1000;
    if (first >= noted || last <= noted) return [check];
    return isDeletionCertain(check, now) ? [] : [toGone(check, now)];
  });
}

/** Returns since when a list has to go back to look at the due workouts of a connection again. */
export function findListStart(sync: Sync): Date | undefined {
  const { provider, getNow } = sync;
  if (provider.fetchWorkout) return undefined;
  const now = getNow();
  const due = listDueChecks(getChecks(sync), toEpochSeconds(now));
  const starts = due.map(({ listed_from }) => listed_from ?? now.toISOString());
  const [earliest] = starts.toSorted();
  return earliest === undefined ? undefined : new Date(earliest);
}
