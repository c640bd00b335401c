import {
  isConnectionOrigin,
  isSameFile,
  toSourceKey,
} from '#functions/diary/entry/origin.ts';
import { type ImportedEntry, wasEdited } from './imported-entry.ts';
import { isDecided } from './person-decisions.ts';
import {
  canBePart,
  canBeSame,
  findMatch,
  getCommonTime,
  getTime,
  half,
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
export interface Split extends Join {
  whole: ImportedEntry;
  parts: readonly ImportedEntry[];
}

/** The relations of entries by their facts. */
export interface ComparedEntries {
  /** The entries of one workout, the closest first, and pairs before splits. */
  joins: readonly Join[];
  splitsByWhole: ReadonlyMap<ImportedEntry, readonly Split[]>;
  /** The entries that the person has edited. */
  edited: ReadonlySet<ImportedEntry>;
}

/** For each entry, those that can be the same workout as far as the two are concerned. */
type Neighbors = ReadonlyMap<ImportedEntry, ReadonlySet<ImportedEntry>>;

/** For each entry, the shorter ones of its neighbors that lie within it. */
type Insides = ReadonlyMap<ImportedEntry, readonly ImportedEntry[]>;

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
  const edited = new Set(entries.filter(wasEdited));
  return { joins: [...pairs, ...splits], splitsByWhole, edited };
}

export function compareByKey(one: ImportedEntry, other: ImportedEntry): number {
  return toSourceKey(one.source) < toSourceKey(other.source) ? -1 : 1;
}

/** Orders joins by closeness. A sort keeps the order of those that are equally close. */
function compareByCloseness(one: Join, other: Join): number {
  return other.closeness - one.closeness;
}

export function findNeighbors(entries: readonly ImportedEntry[]): Neighbors {
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

/**
 * Returns whether two entries can be one workout at all. Two of one provider or file cannot,
 * because it tells its workouts apart, and two that a person has separated cannot.
 */
export function canBeOne(one: ImportedEntry, other: ImportedEntry): boolean {
  return (
    !hasSameOrigin(one, other) &&
    canBeSame(one.imported, other.imported) &&
    !isDecided('separated', one, other)
  );
}

/**
 * Returns whether two entries are from accounts at one provider, or from one file. An inbox passes
 * on what several apps have recorded, perhaps the same workout.
 */
function hasSameOrigin({ source: one }: ImportedEntry, { source: other }: ImportedEntry) {
  if (isConnectionOrigin(one) && isConnectionOrigin(other))
    return one.remote_connection_type === other.remote_connection_type;
  return !isConnectionOrigin(one) && !isConnectionOrigin(other) && isSameFile(one, other);
}

export function hasSameRecorder(one: ImportedEntry, other: ImportedEntry): boolean {
  return getRecorder(one) === getRecorder(other);
}

/**
 * Returns what records one workout at a time: a provider, or the device of a file. Files that name
 * no device are taken for those of one.
 */
function getRecorder({ source, imported }: ImportedEntry): string {
  return (
    source.remote_connection_type ?? `file ${imported.recorder ?? source.data_source_id}`
  );
}

export function everyPair<T>(
  items: readonly T[],
  test: (one: T, other: T) => boolean,
): boolean {
  return items.every((one, index) =>
    items.slice(index + 1).every((other) => test(one, other)),
  );
}
