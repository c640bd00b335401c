import { countDays } from '#functions/diary/entry/dates.ts';
import type { ImportFacts, MatchRule } from '#functions/diary/entry/origin.ts';

/** The facts that the rules compare. */
export type ComparedFacts = Pick<
  ImportFacts,
  'date' | 'start' | 'has_floating_start' | 'duration' | 'elapsed' | 'root_id'
>;

/** Two workouts that are the same. */
export interface Match {
  rule: MatchRule;
  /** The time that both have in common, as a share of the longer one. */
  closeness: number;
}

/** From this share on, neither chance nor a wrong clock explains the common time. */
export const most = 0.8;
/** Below this share of the longer workout, the other is only a part of it. */
export const half = 0.5;
/** Below this share, two workouts only touch, or the shorter one says nothing of the longer. */
const quarter = 0.25;

/** The roots of activity types that tell two workouts apart, or do not. */
export const roots = {
  run: '1',
  walk: '18',
  hike: '42',
  ride: '51',
  swim: '80',
} as const;
const { run, walk, hike, ride, swim } = roots;

/**
 * Returns why two workouts of one person are the same, or undefined if their facts do not prove it.
 * A person does one workout at a time, so the common time decides. Distances are not compared: on a
 * treadmill, they differ by a fifth. The order of the two makes no difference.
 */
export function findMatch(one: ComparedFacts, other: ComparedFacts): Match | undefined {
  if (!canBeSame(one, other)) return undefined;
  const [longer, shorter] = getTime(one) < getTime(other) ? [other, one] : [one, other];
  const closeness = getCommonTime(one, other) / getTime(longer);
  const isInside = liesWithin(shorter, longer);

  if (isInside && closeness >= half) return { rule: 'overlap', closeness };
  if (closeness >= half && hasSameKind(one, other)) {
    return { rule: 'start_time', closeness };
  }
  const isPart = isInside && closeness >= quarter && canBePart(shorter, longer);
  return isPart ? { rule: 'part', closeness } : undefined;
}

/**
 * Returns whether two workouts do more than touch, and are on the same day or on adjacent days. Two
 * of distinct kinds have even most of the longer one in common. The date of one workout can differ
 * between providers, because only some report the time zone. Other days are not compared, because
 * the merge does not read them. A start at an unknown place proves no common time.
 */
export function canBeSame(one: ComparedFacts, other: ComparedFacts): boolean {
  if (one.has_floating_start || other.has_floating_start) return false;
  const times = [getTime(one), getTime(other)];
  const least = isDistinct(one, other)
    ? most * Math.max(...times)
    : quarter * Math.min(...times);
  return getCommonTime(one, other) >= least && hasNearDates(one, other);
}

/** Returns whether two workouts are on the same day or on adjacent days. */
export function hasNearDates(one: ComparedFacts, other: ComparedFacts): boolean {
  return one.date === other.date || Math.abs(countDays(one.date, other.date)) === 1;
}

/** Returns whether most of a workout is in the time of another. */
export function liesWithin(one: ComparedFacts, other: ComparedFacts): boolean {
  return getCommonTime(one, other) >= most * getTime(one);
}

/** Returns the seconds from the start of a workout to its end, with pauses if they are known. */
export function getTime({ duration, elapsed = duration }: ComparedFacts): number {
  return elapsed;
}

/** Returns the seconds that two workouts have in common. */
export function getCommonTime(one: ComparedFacts, other: ComparedFacts): number {
  const start = Math.max(one.start, other.start);
  const end = Math.min(one.start + getTime(one), other.start + getTime(other));
  return Math.max(0, end - start);
}

/** Returns the kind of a workout. Providers take those on foot for each other. */
function getKind({ root_id }: ComparedFacts): string | undefined {
  return root_id === run || root_id === walk || root_id === hike ? 'on foot' : root_id;
}

/** Returns whether two workouts are of one kind, or can be because one is of an unknown kind. */
function hasSameKind(one: ComparedFacts, other: ComparedFacts): boolean {
  const kinds = [getKind(one), getKind(other)];
  return kinds.includes(undefined) || kinds[0] === kinds[1];
}

/**
 * Returns whether two workouts are of kinds that nobody takes for each other, e.g. a ride and a
 * run. A walk is not: a device may have detected it by itself.
 */
function isDistinct(one: ComparedFacts, other: ComparedFacts): boolean {
  const distinctRoots: readonly (string | undefined)[] = [run, hike, ride, swim];
  const areKnown = [one, other].every(({ root_id }) => distinctRoots.includes(root_id));
  return areKnown && !hasSameKind(one, other);
}

/**
 * Returns whether a workout can be a part of a longer one by its kind. A walk can be a part of
 * everything else, because devices record walks by themselves. They do so for a whole day, too, so
 * what lies within a walk is no part of it.
 */
export function canBePart(shorter: ComparedFacts, longer: ComparedFacts): boolean {
  const isKnown = shorter.root_id !== undefined && longer.root_id !== undefined;
  const isOfKind = shorter.root_id === walk || (isKnown && hasSameKind(shorter, longer));
  return longer.root_id !== walk && isOfKind;
}
