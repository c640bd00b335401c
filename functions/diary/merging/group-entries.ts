import { type MatchRule, toSourceKey } from '#functions/diary/entry/origin.ts';
import {
  type ComparedEntries,
  canBeOne,
  compareByKey,
  compareEntries,
  everyPair,
  findNeighbors,
  hasSameRecorder,
  type Split,
} from './compare-entries.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { isDecided, listDecisions } from './person-decisions.ts';
import {
  canBeSame,
  findMatch,
  getTime,
  half,
  hasNearDates,
  liesWithin,
} from './same-workout.ts';

type Group = readonly ImportedEntry[];

/** For each entry, those of its group. */
type Groups = Map<ImportedEntry, Group>;

/**
 * Groups imported entries by workout. What the person has joined, or one file has, comes first.
 * Then joins pairs, the closest before the others, and then what one recorder has split. Facts
 * contradict each other only among entries that facts have joined: between others, the person's
 * word counts. The groups depend on the entries only, not on their order. `compared` can have
 * further entries.
 */
export function groupByWorkout(
  entries: readonly ImportedEntry[],
  { joins, splitsByWhole }: ComparedEntries = compareEntries(entries),
): (readonly ImportedEntry[])[] {
  const sorted = entries.toSorted(compareByKey);
  const joinedByFacts = newGroups(sorted);
  const workouts = newGroups(sorted);
  // Groups that contradict each other do so until one of them grows, and then it is another list.
  const contradicted = new Map<Group, Set<Group>>();
  for (const pair of listJoined(sorted)) unite(workouts, pair);
  for (const join of joins) {
    if (!join.entries.every((entry) => workouts.has(entry))) continue;
    const groups = combine(joinedByFacts, join.entries);
    const [one = [], other, ...others] = groups;
    if (!other || (others.length === 0 && contradicted.get(one)?.has(other))) continue;
    const applied = groups.flat().flatMap((entry) => splitsByWhole.get(entry) ?? []);
    if (areOneWorkout(groups, applied) && unite(workouts, join.entries)) {
      uniteAll(joinedByFacts, join.entries);
    } else {
      const known = contradicted.get(one) ?? new Set();
      contradicted.set(one, known.add(other));
    }
  }
  return [...new Set(workouts.values())];
}

/**
 * Lists the sets of entries that decide about each other: those that can be one workout, directly
 * or because of others. An entry makes no difference to the groups of other sets than its own.
 */
export function listRelated(
  entries: readonly ImportedEntry[],
): (readonly ImportedEntry[])[] {
  const related = newGroups(entries);
  for (const [entry, others] of findNeighbors(entries)) {
    uniteAll(related, [entry, ...others]);
  }
  for (const pair of listJoined(entries)) uniteAll(related, pair);
  return [...new Set(related.values())];
}

function newGroups(entries: readonly ImportedEntry[]): Groups {
  return new Map(entries.map((entry) => [entry, [entry]]));
}

/** Returns the groups of some entries. */
function combine(groups: Groups, entries: readonly ImportedEntry[]) {
  return [...new Set(entries.map((entry) => groups.get(entry) ?? []))];
}

/** Lists the pairs of entries that are one workout whatever their facts say. */
function listJoined(entries: readonly ImportedEntry[]) {
  return [...listJoinedByPerson(entries), ...listOfOneFile(entries)];
}

/** Lists the pairs of entries that were read from one file, from whichever side it came. */
function listOfOneFile(entries: readonly ImportedEntry[]) {
  const getFile = ({ source, imported }: ImportedEntry) =>
    source.file_id ?? imported.file_id;
  const read = entries.filter(({ imported }) => imported.file_id !== undefined);
  return read.flatMap((entry) => {
    const others = entries.filter(
      (other) => other !== entry && getFile(other) === getFile(entry),
    );
    return others.map((other) => [entry, other] as const);
  });
}

/** Lists the pairs of entries that the person has joined. */
function listJoinedByPerson(entries: readonly ImportedEntry[]) {
  const byKey = new Map(entries.map((entry) => [toSourceKey(entry.source), entry]));
  return entries.flatMap((entry) => {
    const joined = [...listDecisions(entry)].filter(([, name]) => name === 'joined');
    const others = joined.flatMap(([key]) => byKey.get(key) ?? []);
    return others.map((other) => [entry, other] as const);
  });
}

/**
 * Makes one group of those of some entries. Returns false if the person has separated two of them,
 * or if two are not on the same day or on adjacent days: a merge reads no other days.
 */
function unite(groups: Groups, entries: readonly ImportedEntry[]): boolean {
  const united = combine(groups, entries);
  const canBeUnited = everyPairOfGroups(united, canBeJoined);
  if (canBeUnited) uniteAll(groups, entries);
  return canBeUnited;
}

function uniteAll(groups: Groups, entries: readonly ImportedEntry[]): void {
  const all = combine(groups, entries).flat();
  for (const entry of all) groups.set(entry, all);
}

/** Returns whether two entries can be one workout if the person says so. */
function canBeJoined(one: ImportedEntry, other: ImportedEntry): boolean {
  return (
    hasNearDates(one.imported, other.imported) && !isDecided('separated', one, other)
  );
}

/** Returns whether one recorder has two entries as different workouts, and they are in a third. */
function areInOne(
  one: ImportedEntry,
  other: ImportedEntry,
  group: readonly ImportedEntry[],
): boolean {
  const isSplit =
    one !== other &&
    hasSameRecorder(one, other) &&
    !findMatch(one.imported, other.imported);
  if (!isSplit) return false;
  return group.some((whole) =>
    [one, other].every(
      (part) => part !== whole && liesWithin(part.imported, whole.imported),
    ),
  );
}

/**
 * Returns whether two entries of a group are different parts of a whole. Without the whole, each of
 * them is a workout, unless the person has joined them.
 */
export function areParts(
  one: ImportedEntry,
  other: ImportedEntry,
  group: readonly ImportedEntry[],
): boolean {
  return areInOne(one, other, group) && !isDecided('joined', one, other);
}

/** The facts that decide why two entries of a group are one workout. */
export interface GroupFacts {
  /**
   * The entries that are only a part of the workout: their recorder has split another entry, or
   * they are less than half as long as another entry.
   */
  parts: ReadonlySet<ImportedEntry>;
  /** Whether the person has joined some of its entries. */
  isJoined: boolean;
}

export function findGroupFacts(group: readonly ImportedEntry[]): GroupFacts {
  const longest = Math.max(...group.map(({ imported }) => getTime(imported)));
  const isPart = (entry: ImportedEntry) =>
    getTime(entry.imported) < half * longest ||
    group.some((other) => areInOne(entry, other, group));
  const parts = new Set(group.filter(isPart));
  return { parts, isJoined: listJoinedByPerson(group).length > 0 };
}

/**
 * Returns the rule by which two entries of a group are one workout. Those of one file count as
 * entries that overlap, as they nearly always do.
 */
export function explainMatch(
  one: ImportedEntry,
  other: ImportedEntry,
  { parts, isJoined }: GroupFacts,
): MatchRule {
  if (isDecided('joined', one, other)) return 'joined';
  // Facts put no two together that only touch, except parts. Files and the person do.
  const isContradicted = !canBeSame(one.imported, other.imported);
  if (isContradicted && isJoined) return 'joined';
  if (parts.has(one) || parts.has(other)) return 'part';
  // Two entries without a match of their own overlap, and both match a third one.
  return findMatch(one.imported, other.imported)?.rule ?? 'overlap';
}

/** Returns whether nothing contradicts that workouts are the same, given the splits of all. */
function areOneWorkout(
  groups: readonly (readonly ImportedEntry[])[],
  splits: readonly Split[],
): boolean {
  const isSplit = (one: ImportedEntry, other: ImportedEntry) =>
    splits.some(({ parts }) => parts.includes(one) && parts.includes(other));
  return everyPairOfGroups(
    groups,
    (one, other) => canBeOne(one, other) || isSplit(one, other),
  );
}

/** Returns whether all pairs of entries of two groups pass a test. */
function everyPairOfGroups(
  groups: readonly (readonly ImportedEntry[])[],
  test: (one: ImportedEntry, other: ImportedEntry) => boolean,
): boolean {
  return everyPair(groups, (group, otherGroup) =>
    group.every((one) => otherGroup.every((other) => test(one, other))),
  );
}
