import { isIndoors, isPool } from '#functions/diary/entry/indoors.ts';
import {
  getMergedNumber,
  type MergedMember,
  mergedMembers,
  type TakenNumber,
} from '#functions/diary/entry/merged-fields.ts';
import { type Sensor, toSourceKey } from '#functions/diary/entry/origin.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { GroupFacts } from './group-entries.ts';
import { findEdited, type ImportedEntry } from './imported-entry.ts';
import { getTime, roots } from './same-workout.ts';

/** Where a workout took place, as far as it decides what measures a distance well. */
type Place = 'outdoors' | 'pool' | 'machine';

/** Two records of a workout that last about as long differ by no more than this share. */
const sameTime = 0.1;

/** Meters per second. What is faster is a jump of positions. */
const topSpeeds: ReadonlyMap<string | undefined, number> = new Map([
  [roots.run, 12.5],
  [roots.walk, 8],
  [roots.hike, 8],
  [roots.swim, 4],
  [roots.ride, 40],
]);

/** Ranks how well a record measures each member (decision 0079). The greater one is better. */
const rankings: Readonly<
  Record<MergedMember, (record: ImportedEntry, place: Place) => number>
> = {
  energy: rankEnergy,
  avg_heart_rate: (record) => Number(has(record, 'strap')),
  max_heart_rate: (record) => Number(has(record, 'strap')),
  distance: rankDistance,
  max_speed: (record, place) =>
    isPlausibleSpeed(record) ? rankDistance(record, place) : unusable,
  elevation_change: rankElevation,
};

/** The rank of a record whose number is not taken, and of one that has none. */
const unusable = -1;

/** The rank of what the person has chosen. */
const preferred = Number.MAX_VALUE;
/** The rank of the own number if the person has edited or chosen it, even if there is none. */
const unbeatable = Number.POSITIVE_INFINITY;

function rankDistance(record: ImportedEntry, place: Place): number {
  if (place === 'outdoors') return Number(has(record, 'positions'));
  if (place === 'pool') return Number(has(record, 'lengths'));
  return has(record, 'machine') ? 2 : Number(has(record, 'footpod'));
}

function rankElevation(record: ImportedEntry, place: Place): number {
  if (place !== 'outdoors') return unusable;
  return has(record, 'barometer') ? 2 : Number(has(record, 'positions'));
}

/** A power meter measures the work of a ride, from which the energy follows. */
function rankEnergy(record: ImportedEntry): number {
  if (record.imported.root_id === roots.ride && has(record, 'power')) return 2;
  return Number(record.avg_heart_rate !== undefined);
}

function isPlausibleSpeed({ max_speed = 0, imported }: ImportedEntry): boolean {
  return max_speed <= (topSpeeds.get(imported.root_id) ?? Number.POSITIVE_INFINITY);
}

function has({ imported: { sensors = [] } }: ImportedEntry, sensor: Sensor): boolean {
  return sensors.includes(sensor);
}

function findPlace(records: readonly ImportedEntry[]): Place {
  const sports = records.map(({ source: { remote_activity }, imported }) => {
    return { activity_type_id: imported.activity_type_id, remote_activity };
  });
  const hasLengths = records.some((record) => has(record, 'lengths'));
  if (hasLengths || sports.some(isPool)) return 'pool';
  return sports.some(isIndoors) ? 'machine' : 'outdoors';
}

/** Returns whether two records last about as long, with or without pauses. */
function lastAlike(one: ImportedEntry, other: ImportedEntry): boolean {
  return [
    [one.imported.duration, other.imported.duration],
    [getTime(one.imported), getTime(other.imported)],
  ].some(([time = 0, otherTime = 0]) => {
    const longer = Math.max(time, otherTime);
    return Math.abs(time - otherTime) <= sameTime * longer;
  });
}

/** The records of a workout. */
interface Records {
  shown: ImportedEntry;
  /** Whether the person has edited the shown one. */
  isEdited: boolean;
  /** In the order of the duplicates. */
  hidden: readonly ImportedEntry[];
  /** Returns whether a hidden record can give its numbers to the shown one. */
  canGive: (record: ImportedEntry) => boolean;
  facts: Pick<GroupFacts, 'parts'>;
}

/** The index of a hidden record, and its number, or null if none is shown. */
type Better = readonly [index: number, value: number | null];
type BetterNumbers = Partial<Record<MergedMember, readonly Better[]>>;

/**
 * Lists, for each hidden record, its numbers that are shown instead of those of the shown record:
 * the one that the person has chosen, or those that are measured better. A number that the person
 * has edited stays. If it is not known which one that is, only what is chosen is taken.
 */
export function findBetterNumbers(
  records: Records,
): (readonly TakenNumber[] | undefined)[] {
  const { shown, hidden, canGive } = records;
  const known = [shown, ...hidden.filter(canGive)];
  const chosen: Chosen = Object.assign(
    {},
    ...known.toReversed().map((record) => record.chosen),
  );
  const rank = buildRank(records, findPlace(known), chosen);
  const found = mergedMembers.flatMap((member) => {
    const better = listBetter(records, member, (record) => rank(record, member));
    return better.length > 0 ? [[member, better] as const] : [];
  });
  const isChosen = ([index]: Better) => {
    const record = hidden[index];
    return record && chosen.avg_heart_rate === toSourceKey(record.source);
  };
  const kept = keepRatesInOrder(shown, Object.fromEntries(found), isChosen);
  return hidden.map((_, index) => listTaken(kept, index));
}

type Chosen = NonNullable<ImportedEntry['chosen']>;

/** Returns a function that ranks what the records of a workout have of a member. */
function buildRank(
  { shown, isEdited, facts: { parts } }: Records,
  place: Place,
  chosen: Chosen,
) {
  const edited = isEdited ? findEdited(shown) : [];
  return (record: ImportedEntry, member: MergedMember): number => {
    const isChosen = chosen[member] === toSourceKey(record.source);
    if (record === shown && (isChosen || edited?.includes(member))) return unbeatable;
    if (getMergedNumber(record, member) === undefined) return unusable;
    if (isChosen) return preferred;
    if (record === shown) return rankings[member](record, place);
    const isUnlike = parts.has(record) || !lastAlike(shown, record);
    return isUnlike || !edited ? unusable : rankings[member](record, place);
  };
}

/**
 * Lists the numbers of a member that rank higher than that of the shown record, the best first, up
 * to one that is the same as that.
 */
function listBetter(
  { shown, hidden, canGive }: Records,
  member: MergedMember,
  rank: (record: ImportedEntry) => number,
): Better[] {
  const ownRank = rank(shown);
  const ranked = hidden.flatMap((record, index) => {
    const taken: Better = [index, getMergedNumber(record, member) ?? null];
    return canGive(record) ? [{ rank: rank(record), taken }] : [];
  });
  const better = ranked.filter((each) => each.rank > ownRank);
  better.sort((one, other) => other.rank - one.rank);
  const taken = better.map((each) => each.taken);
  const own = getMergedNumber(shown, member);
  const same = taken.findIndex(([, value]) => value === own);
  return same < 0 ? taken : taken.slice(0, same);
}

/** Lists what is taken from one of the hidden records. */
function listTaken(numbers: BetterNumbers, index: number): TakenNumber[] | undefined {
  const taken = mergedMembers.flatMap((member, number) => {
    const list = numbers[member] ?? [];
    const place = list.findIndex(([each]) => each === index);
    const value = list[place]?.[1];
    return value === undefined ? [] : [[number, place, value] as const];
  });
  return taken.length > 0 ? taken : undefined;
}

/**
 * Drops heart rates of which the highest would be below the average: both, or if the person has
 * chosen the average, the highest.
 */
function keepRatesInOrder(
  shown: ImportedEntry,
  { avg_heart_rate, max_heart_rate, ...numbers }: BetterNumbers,
  isChosen: (average: Better) => boolean | undefined,
): BetterNumbers {
  const [best] = avg_heart_rate ?? [];
  const average = best?.[1] ?? shown.avg_heart_rate ?? 0;
  const maximum = max_heart_rate?.[0]?.[1] ?? shown.max_heart_rate ?? average;
  if (maximum >= average) {
    return { ...numbers, ...compact({ avg_heart_rate, max_heart_rate }) };
  }
  if (!best || !isChosen(best)) return numbers;
  return { ...numbers, avg_heart_rate: [best], max_heart_rate: [[best[0], null]] };
}
