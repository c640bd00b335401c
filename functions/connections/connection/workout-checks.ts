import type { SyncState } from './sync-state.ts';

/** A workout that a sync has to look at again, because it is not certain what has become of it. */
export interface WorkoutCheck {
  /** The provider's id of the workout. Empty for those that a webhook reported without ids. */
  id: string;
  /**
   * - `changed`, `deleted`: a webhook reported it, and the provider could not be asked then.
   * - `unreadable`: the provider lists it, and it could not be read.
   * - `missing`: the diary has it, and a list of the provider did not.
   */
  cause: 'changed' | 'deleted' | 'unreadable' | 'missing';
  /** When it was noted, in epoch seconds. */
  since: number;
  /** The number of failed attempts to read it. */
  tries: number;
  /** When to look again, in epoch seconds. */
  next: number;
  /** When the provider first did not have it, in epoch seconds, if it has not had it since. */
  gone_since?: number;
  /** The start of the list that did not have it, if the provider can only be asked for lists. */
  listed_from?: string;
}

type Checks = readonly WorkoutCheck[];

/** A workout that a webhook reported. */
export interface ReportedWorkout {
  id: string;
  isDeleted: boolean;
}

/**
 * The most workouts on the list of a connection. Webhooks have room of their own. The whole item is
 * paid for by each write of the connection, and checked by each import (decision 0046).
 */
export const maxChecks = { listed: 70, reported: 100 } as const;

/** Seconds between the two times at which a provider must not have a workout (wire.md R7). */
const secondsBetweenResponses = 86_400;

/**
 * The longest pause between two attempts to read a workout, in seconds: 12 hours in the first 30
 * days, and later a week.
 */
const maxPauses = {
  early: 12 * 3600,
  late: 7 * 86_400,
  earlyUntil: 30 * 86_400,
} as const;

/**
 * Returns the list with a check in place of the earlier one, or undefined if there is no room. In a
 * full list, it takes the place of the workout that could not be read for longest.
 */
export function putCheck(checks: Checks, check: WorkoutCheck): Checks | undefined {
  const others = withoutCheck(checks, check.id);
  const isReported = check.cause === 'changed' || check.cause === 'deleted';
  const isNew = others.length === checks.length;
  const isFull = others.length >= (isReported ? maxChecks.reported : maxChecks.listed);
  if (!isNew || !isFull) return [...others, check];
  const oldest = findReplaceable(others, check.since);
  return oldest && [...withoutCheck(others, oldest.id), check];
}

/** Returns the unreadable workout that was noted first, if that is more than 30 days ago. */
function findReplaceable(checks: Checks, now: number): WorkoutCheck | undefined {
  const replaceable = checks.filter(
    ({ cause, since }) => cause === 'unreadable' && now - since >= maxPauses.earlyUntil,
  );
  return replaceable.toSorted((one, other) => one.since - other.since)[0];
}

/** Returns the list without a workout. */
export function withoutCheck(checks: Checks, id: string): Checks {
  return checks.filter((check) => check.id !== id);
}

/** Returns the check of a workout, or a new one that is due now. */
export function findOrCreateCheck(
  checks: Checks,
  id: string,
  cause: WorkoutCheck['cause'],
  now: number,
): WorkoutCheck {
  const found = checks.find((check) => check.id === id);
  return found ?? { id, cause, since: now, tries: 0, next: now };
}

/** Returns the list with a workout that a webhook reported, or undefined if there is no room. */
export function putReported(
  checks: Checks,
  { id, isDeleted }: ReportedWorkout,
  now: number,
): Checks | undefined {
  const check = findOrCreateCheck(checks, id, 'changed', now);
  const cause = isDeleted ? 'deleted' : check.cause;
  return putCheck(checks, { ...check, cause, next: now });
}

/**
 * Returns the list with the workouts since a time, which a webhook reported without ids. The next
 * list goes back to this time.
 */
export function putReportedSince(
  checks: Checks,
  listed_from: string,
  now: number,
): Checks {
  const check = findOrCreateCheck(checks, '', 'changed', now);
  const [earliest = listed_from] = [listed_from, check.listed_from ?? listed_from].sort();
  return putCheck(checks, { ...check, next: now, listed_from: earliest }) ?? checks;
}

/** Returns a check after a further attempt that could not read the workout. The pauses double. */
export function toUnreadable(check: WorkoutCheck, now: number): WorkoutCheck {
  const cause = check.cause === 'changed' ? 'unreadable' : check.cause;
  return { ...toTried(check, now), cause };
}

/** Returns a check after a further attempt, with a pause that doubles each time. */
function toTried(check: WorkoutCheck, now: number): WorkoutCheck {
  const tries = check.tries + 1;
  const isEarly = now - check.since < maxPauses.earlyUntil;
  const pause = isEarly
    ? Math.min(60 * 2 ** (tries + 1), maxPauses.early)
    : maxPauses.late;
  return { ...check, tries, next: now + pause };
}

/**
 * Returns a check after the provider did not have the workout. A webhook may have reported it
 * before it can be fetched, so a reported one is looked at again soon.
 */
export function toGone(check: WorkoutCheck, now: number): WorkoutCheck {
  const gone_since = check.gone_since ?? now;
  const end = gone_since + secondsBetweenResponses;
  if (check.cause !== 'changed') return { ...check, gone_since, next: end };
  const tried = toTried(check, now);
  return { ...tried, gone_since, next: Math.min(tried.next, end) };
}

/** Returns a check after a list had the workout, although it could not be read there. */
export function toSeen({ gone_since: _, ...check }: WorkoutCheck): WorkoutCheck {
  return check.cause === 'missing' ? { ...check, cause: 'unreadable' } : check;
}

/** Returns the list with a later time for the workouts that are still due, by default in a day. */
export function postponeDue(
  checks: Checks,
  now: number,
  pause: number = secondsBetweenResponses,
): Checks {
  const next = now + pause;
  return checks.map((check) => (check.next <= now ? { ...check, next } : check));
}

/**
 * Returns whether a workout that the provider does not have now was deleted there: it has reported
 * the deletion, or it did not have the workout a day ago either.
 */
export function isDeletionCertain(
  { cause, gone_since = Number.POSITIVE_INFINITY }: WorkoutCheck,
  now: number,
): boolean {
  return cause === 'deleted' || gone_since + secondsBetweenResponses <= now;
}

/** Returns the list with all unreadable workouts due, because the person asks for an import. */
export function toDueChecks(checks: Checks, now: number): Checks {
  return checks.map((check) =>
    check.cause === 'unreadable' ? { ...check, next: now } : check,
  );
}

export function listDueChecks(checks: Checks, now: number): Checks {
  return checks.filter(({ next }) => next <= now);
}

/** Returns the members of a connection that have its checks. */
export function toCheckState(
  checks: Checks,
): Required<Pick<SyncState, 'sync_checks' | 'unreadable_workouts'>> {
  const unreadable = checks.filter(({ cause }) => cause === 'unreadable');
  return { sync_checks: checks, unreadable_workouts: unreadable.length };
}
