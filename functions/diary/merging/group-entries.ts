import {
  isFileOrigin,
  isSameFile,
  type MatchRule,
  toSourceKey,
} from '#functions/diary/entry/source.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { isDecided, listDecisions } from './person-decisions.ts';
import {
  canBePart,
  canBeSame,
  findMatch,
  getCommonTime,
  getTime,
  half,
  hasNearDates,
  liesWithin,
  most,
} from './same-workout.ts';

/** Entries that are one workout by their facts. */
interface Join {
  entries: readonly ImportedEntry[];
  /** The time that they have in common, as a share of the longest. */
  closeness: number;
}

/** A workout of one recorder that another recorder has as several. */
interface Split extends Join {
  whole: ImportedEntry;
  parts: readonly ImportedEntry[];
}

/** What the facts of entries say about each other. */
export interface ComparedEntries {
  /** What is one workout, the closest first, and pairs before splits. */
  joins: readonly Join[];
  splitsByWhole: ReadonlyMap<ImportedEntry, readonly Split[]>;
}

/** For each entry, those that can be the same workout as far as the two are concerned. */
type Neighbors = ReadonlyMap<ImportedEntry, ReadonlySet<ImportedEntry>>;

/** For each entry, the shorter ones of its neighbors that lie within it. */
type Insides = ReadonlyMap<ImportedEntry, readonly ImportedEntry[]>;

type Group = readonly ImportedEntry[];

/** For each entry, those of its group. */
type Groups = Map<ImportedEntry, Group>;

/**
 * Compares the facts of entries. The result is the same for each two, whichever entries of other
 * recorders there are: rivals are of one recorder, and so are all parts of a split.
 */
export function compareEntries(entries: readonly ImportedEntry[]): ComparedEntries {
  const neighbors = findNeighbors(entries.toSorted(compareByKey));
  const insides = findInsides(neighbors);
  const pairs = listPairs(neighbors, insides).sort(compareByCloseness);
  const splits = listSplits(insides).sort(compareByCloseness);
  const splitsByWhole = Map.groupBy(splits, ({ whole }) => whole);
  return { joins: [...pairs, ...splits], splitsByWhole };
}

/**
 * Groups imported entries by workout. What the person has joined comes first. Then joins pairs, the
 * closest before the others, and then what one recorder has split. Facts contradict each other only
 * among entries that facts have joined: between others, the person's word counts. The groups depend
 * on the entries only, not on their order. `compared` can have further entries.
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
  for (const pair of listJoinedByPerson(sorted)) unite(workouts, pair);
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
 * Lists the sets of entries that decide about each other: those that can be one workout, directly or
 * because of others. An entry makes no difference to the groups of other sets than its own.
 */
export function listRelated(
  entries: readonly ImportedEntry[],
): (readonly ImportedEntry[])[] {
  const related = newGroups(entries);
  for (const [entry, others] of findNeighbors(entries)) {
    uniteAll(related, [entry, ...others]);
  }
  for (const pair of listJoinedByPerson(entries)) uniteAll(related, pair);
  return [...new Set(related.values())];
}

function newGroups(entries: readonly ImportedEntry[]): Groups {
  return new Map(entries.map((entry) => [entry, [entry]]));
}

/** Returns the groups of some entries. */
function combine(groups: Groups, entries: readonly ImportedEntry[]) {
  return [...new Set(entries.map((entry) => groups.get(entry) ?? []))];
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

/**
 * Returns whether an entry is only a part of its workout: its recorder has split another entry, or
 * it is less than half as long as another entry.
 */
function isPart(entry: ImportedEntry, group: readonly ImportedEntry[]): boolean {
  const longest = Math.max(...group.map(({ imported }) => getTime(imported)));
  const isShort = getTime(entry.imported) < half * longest;
  return isShort || group.some((other) => areInOne(entry, other, group));
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

/** What decides why two entries of a group are one workout. */
export interface GroupFacts {
  parts: ReadonlySet<ImportedEntry>;
  /** Whether the person has joined some of its entries. */
  isJoined: boolean;
}

export function findGroupFacts(group: readonly ImportedEntry[]): GroupFacts {
  const parts = new Set(group.filter((entry) => isPart(entry, group)));
  return { parts, isJoined: listJoinedByPerson(group).length > 0 };
}

/** Returns the rule by which two entries of a group are one workout. */
export function explainMatch(
  one: ImportedEntry,
  other: ImportedEntry,
  { parts, isJoined }: GroupFacts,
): MatchRule {
  if (isDecided('joined', one, other)) return 'joined';
  // Facts put no two together that only touch, except parts, so the person has joined others.
  const isContradicted = !canBeSame(one.imported, other.imported);
  if (isContradicted && isJoined) return 'joined';
  if (parts.has(one) || parts.has(other)) return 'part';
  // Two entries without a match of their own overlap, and both match a third one.
  return findMatch(one.imported, other.imported)?.rule ?? 'overlap';
}

function compareByKey(one: ImportedEntry, other: ImportedEntry): number {
  return toSourceKey(one.source) < toSourceKey(other.source) ? -1 : 1;
}

/** Orders joins by closeness. A sort keeps the order of those that are equally close. */
function compareByCloseness(one: Join, other: Join): number {
  return other.closeness - one.closeness;
}

function findNeighbors(entries: readonly ImportedEntry[]): Neighbors {
  const neighbors = new Map(
    entries.map((entry) => [entry, new Set<ImportedEntry>()] as const),
  );
  const byStart = entries.toSorted((one, other) => getStart(one) - getStart(other));
  for (const [index, one] of byStart.entries()) {
    const end = getStart(one) + getTime(one.imported);
    for (let next = index + 1; next < byStart.length; next += 1) {
      const other = byStart[next];
      if (!other || getStart(other) >= end) break;
      if (!canBeOne(one, other)) continue;
      neighbors.get(one)?.add(other);
      neighbors.get(other)?.add(one);
    }
  }
  return neighbors;
}

function getStart({ imported }: ImportedEntry): number {
  return imported.start;
}

/** Lists the pairs of entries that are one workout by their facts. */
function listPairs(neighbors: Neighbors, insides: Insides): Join[] {
  const compared = new Set<ImportedEntry>();
  return [...neighbors].flatMap(([one, others]) => {
    compared.add(one);
    const later = [...others.difference(compared)];
    return later.flatMap((other) => findPair(one, other, neighbors, insides) ?? []);
  });
}

function findPair(
  one: ImportedEntry,
  other: ImportedEntry,
  neighbors: Neighbors,
  insides: Insides,
): Join | undefined {
  const match = findMatch(one.imported, other.imported);
  if (!match) return undefined;
  const { closeness } = match;
  const hasRivalIn = (whole: ImportedEntry, part: ImportedEntry) =>
    insides.get(whole)?.some((entry) => isRival(entry, part, whole, neighbors));
  const isClear =
    closeness >= most || !(hasRivalIn(one, other) || hasRivalIn(other, one));
  return isClear ? { entries: [one, other], closeness } : undefined;
}

/**
 * Returns whether an entry in a whole is, besides a part, a further workout of the same recorder,
 * and the kind does not tell which of them is the same workout as the whole.
 */
function isRival(
  entry: ImportedEntry,
  part: ImportedEntry,
  whole: ImportedEntry,
  neighbors: Neighbors,
): boolean {
  const hasRoot = ({ imported }: ImportedEntry) =>
    imported.root_id === whole.imported.root_id;
  return (
    entry !== part &&
    !neighbors.get(part)?.has(entry) &&
    hasSameRecorder(entry, part) &&
    (hasRoot(entry) || !hasRoot(part))
  );
}

/** Lists the workouts of which another recorder has all parts. */
function listSplits(insides: Insides): Split[] {
  return [...insides].flatMap(([whole, inside]) => {
    const byKind = Map.groupBy(inside, toRecordedKind);
    return [...byKind.values()].flatMap((parts) => findSplit(whole, parts) ?? []);
  });
}

function findInsides(neighbors: Neighbors): Insides {
  const isInside = ({ imported }: ImportedEntry, { imported: whole }: ImportedEntry) =>
    getTime(imported) < getTime(whole) && liesWithin(imported, whole);
  return new Map(
    [...neighbors].map(([whole, others]) => [
      whole,
      [...others].filter((entry) => isInside(entry, whole)),
    ]),
  );
}

/** Returns a key of the recorder and kind of an entry, which the parts of one have in common. */
function toRecordedKind(entry: ImportedEntry): string {
  return `${getRecorder(entry)} ${entry.imported.root_id}`;
}

/**
 * Returns the split of a workout into parts that follow each other. They are most of it, or half of
 * it if they can be parts by their kind, too.
 */
function findSplit(
  whole: ImportedEntry,
  parts: readonly ImportedEntry[],
): Split | undefined {
  const times = parts.map((part) => getCommonTime(part.imported, whole.imported));
  const sum = times.reduce((total, time) => total + time, 0);
  const closeness = sum / whole.imported.duration;
  const isSequence = everyPair(
    parts,
    (one, other) => !findMatch(one.imported, other.imported),
  );
  const canBeParts = parts.every((part) => canBePart(part.imported, whole.imported));
  const isCovered = closeness >= (canBeParts ? half : most);
  const isSplit = parts.length > 1 && isCovered && isSequence;
  return isSplit ? { whole, parts, entries: [whole, ...parts], closeness } : undefined;
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

/**
 * Returns whether two entries can be one workout at all. Two of one provider or file cannot,
 * because it tells its workouts apart, and two that a person has separated cannot.
 */
function canBeOne(one: ImportedEntry, other: ImportedEntry): boolean {
  return (
    !hasSameOrigin(one, other) &&
    canBeSame(one.imported, other.imported) &&
    !isDecided('separated', one, other)
  );
}

/** Returns whether two entries are from accounts at one provider, or from one file. */
function hasSameOrigin({ source: one }: ImportedEntry, { source: other }: ImportedEntry) {
  if (isFileOrigin(one)) return isFileOrigin(other) && isSameFile(one, other);
  return (
    !isFileOrigin(other) && one.remote_connection_type === other.remote_connection_type
  );
}

function hasSameRecorder(one: ImportedEntry, other: ImportedEntry): boolean {
  return getRecorder(one) === getRecorder(other);
}

/**
 * Returns what records one workout at a time: a provider, or the device of a file. Files that name
 * no device are taken for those of one.
 */
function getRecorder({ source }: ImportedEntry): string {
  if (isFileOrigin(source)) return `file ${source.data_source_id}`;
  return source.remote_connection_type;
}

function everyPair<T>(items: readonly T[], test: (one: T, other: T) => boolean): boolean {
  return items.every((one, index) =>
    items.slice(index + 1).every((other) => test(one, other)),
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
