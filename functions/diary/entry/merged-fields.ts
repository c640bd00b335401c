import { kilojoulesPerCalorie } from './bounds.ts';
import type { ExerciseEntry } from './exercise.ts';
import type { Duplicate, ImportOrigin, OriginFields } from './origin.ts';

/** The members of a workout that can be taken from a hidden record of it (decision 0079). */
export const mergedMembers = [
  'energy',
  'avg_heart_rate',
  'max_heart_rate',
  'distance',
  'max_speed',
  'elevation_change',
] as const;
export type MergedMember = (typeof mergedMembers)[number];

/**
 * A number of a hidden record that is better than that of the shown one: the index of its member
 * in `mergedMembers`, its place among the better ones, and itself, with energy in kilocalories.
 * It is null if none is shown.
 */
export type TakenNumber = readonly [member: number, place: number, value: number | null];

/** What is shown instead of the numbers of the own record: a duplicate's index and its number. */
export type MergedFields = Readonly<
  Partial<Record<MergedMember, readonly [index: number, value: number | null]>>
>;

/** The members as an entry has them. */
export type MergedValues = Pick<ExerciseEntry, MergedMember>;

/**
 * Returns the number of a member of an entry, with the energy in kilocalories. An energy in
 * another unit, or of 0 that is stated, is a person's.
 */
export function getMergedNumber(
  entry: ExerciseEntry,
  member: MergedMember,
): number | undefined {
  if (member !== 'energy') return entry[member];
  const { energy, energy_source } = entry;
  if (energy.unit === 'kilojoules') return energy.value / kilojoulesPerCalorie;
  const isStated = energy.value > 0 || energy_source === 'stated';
  return isStated && energy_source !== 'estimated' ? energy.value : undefined;
}

/** Returns the best number of each member among duplicates, or undefined if none is taken. */
export function findBest(
  duplicates: readonly Pick<Duplicate, 'taken'>[] = [],
): MergedFields | undefined {
  const found = mergedMembers.flatMap((name, number) => {
    const numbers = duplicates.flatMap(({ taken = [] }, index) =>
      taken.flatMap(([member, place, value]) =>
        member === number ? { index, place, value } : [],
      ),
    );
    const [best] = numbers.sort((one, other) => one.place - other.place);
    return best ? [[name, [best.index, best.value]] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Returns an entry that shows the best numbers. `own` has those of its own record. */
export function showBest<E extends ExerciseEntry & OriginFields>(entry: E): E {
  const fields = findBest(entry.duplicates);
  if (!fields || entry.own) return entry;
  const own: Partial<MergedValues> = {};
  const shown: Partial<MergedValues> = {};
  for (const [member, [, number]] of Object.entries(fields)) {
    const value = number ?? undefined;
    const best = member === 'energy' ? { unit: 'calories' as const, value } : value;
    Object.assign(own, { [member]: entry[member as MergedMember] });
    Object.assign(shown, { [member]: best });
  }
  const duplicates = entry.duplicates?.map(({ taken: _, ...each }) => each);
  return { ...entry, ...shown, duplicates, fields, own };
}

/** Returns the record of each member that is not that of the entry itself. */
export function findTakenFrom({
  fields = {},
  duplicates = [],
}: OriginFields): Partial<Record<MergedMember, ImportOrigin>> {
  const found = mergedMembers.flatMap((member) => {
    const from = duplicates[fields[member]?.[0] ?? -1];
    return from ? [[member, from] as const] : [];
  });
  return Object.fromEntries(found);
}
