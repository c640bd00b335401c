import { kilojoulesPerCalorie } from './bounds.ts';
import type { ExerciseEntry } from './exercise.ts';
import type { ImportOrigin, OriginFields } from './origin.ts';

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

/** The place of a hidden record among the duplicates, and its number. */
type TakenNumber = readonly [index: number, value: number];

/**
 * The numbers of hidden records that are better than that of the shown one, the best first. Energy
 * is in kilocalories.
 */
export type MergedFields = Readonly<
  Partial<Record<MergedMember, readonly TakenNumber[]>>
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

/** Lists the members that are taken from hidden records, with the best number of each. */
function listBest(fields: MergedFields = {}) {
  return mergedMembers.flatMap((member) => {
    const [best] = fields[member] ?? [];
    return best ? [{ member, best }] : [];
  });
}

/**
 * Returns the best number of each member among the duplicates that a caller may see. `named` are
 * these, some of `duplicates`.
 */
export function pickFields<Hidden extends object>(
  fields: MergedFields | undefined,
  duplicates: readonly Hidden[],
  named: readonly Hidden[],
): MergedFields | undefined {
  const found = mergedMembers.flatMap((member) => {
    const seen = fields?.[member]?.flatMap(([index, value]) => {
      const record = duplicates[index];
      const place = record ? named.indexOf(record) : -1;
      return place < 0 ? [] : [[place, value] as const];
    });
    return seen?.[0] ? [[member, [seen[0]]] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Returns an entry that shows the best numbers. `own` has those of its own record. */
export function showBest<E extends ExerciseEntry & OriginFields>(entry: E): E {
  if (!entry.fields || entry.own) return entry;
  const own: Partial<MergedValues> = {};
  const shown: Partial<MergedValues> = {};
  const fields: Record<string, readonly TakenNumber[]> = {};
  for (const { member, best } of listBest(entry.fields)) {
    const [, value] = best;
    const taken = member === 'energy' ? { unit: 'calories' as const, value } : value;
    Object.assign(own, { [member]: entry[member] });
    Object.assign(shown, { [member]: taken });
    fields[member] = [best];
  }
  return { ...entry, ...shown, fields, own };
}

/** Returns the record of each member that is not that of the entry itself. */
export function findTakenFrom({
  fields,
  duplicates = [],
}: OriginFields): Partial<Record<MergedMember, ImportOrigin>> {
  const found = listBest(fields).flatMap(({ member, best: [index] }) => {
    const from = duplicates[index];
    return from ? [[member, from] as const] : [];
  });
  return Object.fromEntries(found);
}
