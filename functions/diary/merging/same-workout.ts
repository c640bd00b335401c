import { countDays } from '#functions/diary/entry/dates.ts';
import type { ImportFacts, MatchRule } from '#functions/diary/entry/source.ts';

/** The facts that the rules compare. */
export type ComparedFacts = Pick<
  ImportFacts,
  'date' | 'start' | 'duration' | 'activity_type_id' | 'root_id' | 'distance'
>;

/** The share of the shorter workout that both must have in common. */
const minOverlap = 0.8;
/** Seconds between the starts of one workout on two devices. */
const maxStartDifference = 180;
/** The share by which durations and distances of one workout may differ. */
const tolerance = 0.1;
/** Seconds below which a workout is short. Short workouts of one kind often follow each other. */
const shortWorkout = 600;

/**
 * Returns the rule by which two workouts of one person are the same, or undefined if they are not.
 * The order of the two makes no difference.
 */
export function findMatchRule(
  one: ComparedFacts,
  other: ComparedFacts,
): MatchRule | undefined {
  const isComparable =
    isWithinOneDay(one, other) &&
    hasSameKind(one, other) &&
    hasSimilarDistance(one, other);
  if (!isComparable) return undefined;
  if (getOverlap(one, other) >= minOverlap) return 'overlap';

  const startDifference = Math.abs(one.start - other.start);
  const startsTogether = startDifference <= maxStartDifference;
  const isSimilar = isWithinTolerance(one.duration, other.duration);
  return startsTogether && isSimilar ? 'start_time' : undefined;
}

/**
 * Returns whether two workouts are on the same day or on adjacent days. The date of one workout can
 * differ between providers, because only some report the time zone. Other days are not compared,
 * because the merge does not read them.
 */
function isWithinOneDay(one: ComparedFacts, other: ComparedFacts): boolean {
  return Math.abs(countDays(one.date, other.date)) <= 1;
}

/**
 * Returns whether two workouts are of one kind: of the same activity type if either is short, and
 * otherwise of types with the same root.
 */
function hasSameKind(one: ComparedFacts, other: ComparedFacts): boolean {
  const isShort = Math.min(one.duration, other.duration) < shortWorkout;
  if (isShort) return one.activity_type_id === other.activity_type_id;

  const isUnknown = one.root_id === undefined || other.root_id === undefined;
  return isUnknown || one.root_id === other.root_id;
}

function hasSimilarDistance(one: ComparedFacts, other: ComparedFacts): boolean {
  if (one.distance === undefined || other.distance === undefined) return true;
  return isWithinTolerance(one.distance, other.distance);
}

/** Returns the common time of two workouts as a share of the shorter one. */
function getOverlap(one: ComparedFacts, other: ComparedFacts): number {
  const start = Math.max(one.start, other.start);
  const end = Math.min(one.start + one.duration, other.start + other.duration);
  return (end - start) / Math.min(one.duration, other.duration);
}

/** Returns whether two amounts differ by at most a tenth of the larger one. */
function isWithinTolerance(one: number, other: number): boolean {
  return Math.abs(one - other) <= tolerance * Math.max(one, other);
}
