import { type DayRange, isWithinAny } from '#functions/diary/entry/dates.ts';
import {
  type DayItem,
  type EntryAddress,
  listStoredEntries,
  parseEntryId,
} from '#functions/diary/entry/day-item.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { ExerciseEntry } from '#functions/diary/entry/exercise.ts';
import {
  getMergedNumber,
  type MergedMember,
  mergedMembers,
} from '#functions/diary/entry/merged-fields.ts';
import type {
  ImportOnlyFields,
  MergeState,
  OriginFields,
} from '#functions/diary/entry/origin.ts';
import { toUtc } from '#functions/diary/entry/times.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { getDefaultPolicy } from '#shared/reference-data/provider-policies.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';

/** The fields of an entry that an import writes. */
export type ImportedFields = ExerciseEntry &
  Pick<ImportOnlyFields, 'source' | 'imported'>;

/** An imported entry with the result of the last merge. */
export type ImportedEntry = ImportedFields & MergeState & { id: string };

/** Returns whether an entry was imported. */
export function isImported(entry: Entry): entry is Entry & ImportedEntry {
  return 'imported' in entry && entry.imported !== undefined;
}

/**
 * The items of some days by date, and of the days to which their entries were moved. A day without
 * entries has no item.
 */
export type DayItems = ReadonlyMap<string, DayItem>;

/** Returns the imported entries that were created on the days of some ranges, by id. */
export function listImportedEntries(
  items: DayItems,
  loaded: readonly DayRange[],
): Map<string, ImportedEntry> {
  const stored = [...items].flatMap(([date, item]) => listStoredEntries(item, date));
  const imported = stored
    .filter(isImported)
    .filter(({ id }) => isWithinAny(loaded, requireAddress(id).firstDate));
  return new Map(imported.map((entry) => [entry.id, entry]));
}

/** Returns the address in the id of an imported entry. */
export function requireAddress(id: string): EntryAddress {
  const address = parseEntryId(id);
  if (!address) throw new Error('An imported entry has an invalid id.');
  return address;
}

/** Returns whether a person has changed the fields of an imported entry. */
export function isEdited({
  imported,
  own,
  ...entry
}: ImportedFields & Pick<OriginFields, 'own'>): boolean {
  return toFieldsDigest({ ...entry, ...own }) !== imported.digest;
}

/**
 * Returns whether an entry can be shown instead of those of other providers (wire.md P5). What an
 * operator overrides does not count: a decision that is stored would not change with it.
 */
export function canBeCombined({ source }: Pick<ImportedEntry, 'source'>): boolean {
  const { remote_connection_type } = source;
  return (
    remote_connection_type === undefined ||
    getDefaultPolicy(remote_connection_type).combine
  );
}

/**
 * Returns an entry with the numbers that tell later which of them are edited, unless an import has
 * kept them or it is too late.
 */
export function keepNumbers<E extends ImportedFields>(entry: E): E {
  const { imported } = entry;
  if (imported.numbers || wasEdited(entry)) return entry;
  return { ...entry, imported: { ...imported, numbers: listNumbers(entry) } };
}

/** Lists the numbers of `mergedMembers`, with the energy in kilocalories. */
export function listNumbers(entry: ExerciseEntry): (number | null)[] {
  return mergedMembers.map((member) => getMergedNumber(entry, member) ?? null);
}

/** Returns those of `mergedMembers` that a person has edited, or undefined if it is not known. */
export function findEdited(entry: ImportedFields): readonly MergedMember[] | undefined {
  const { numbers } = entry.imported;
  if (!numbers) return undefined;
  const current = listNumbers(entry);
  return mergedMembers.filter((_, index) => current[index] !== numbers[index]);
}

/** Returns the same, or whether the person has done so before it was exported. */
export function wasEdited(entry: ImportedFields): boolean {
  return entry.imported.was_edited ?? isEdited(entry);
}

/** A member that a person can edit. */
type EditableMember = Exclude<keyof ExerciseEntry, 'type' | 'energy_source'>;

/**
 * The values of the members that a person can edit, in the order in which the digest has them. A
 * start in UTC is the same as with an offset, because clients read and write it in UTC. A further
 * value would change all stored digests (docs/how-to/add-a-member.md).
 */
const digestedValues: Readonly<
  Record<EditableMember, (entry: ExerciseEntry) => unknown>
> = {
  date: ({ date }) => date,
  exercise: ({ exercise }) => exercise.id,
  start_time: ({ start_time = '' }) => toUtc(start_time),
  duration: ({ duration }) => duration,
  // An estimated energy is not stored, where an unknown one is 0.
  energy: ({ energy, energy_source }) => [
    energy.unit,
    energy_source === 'estimated' ? 0 : energy.value,
  ],
  avg_heart_rate: ({ avg_heart_rate }) => avg_heart_rate,
  max_heart_rate: ({ max_heart_rate }) => max_heart_rate,
  distance: ({ distance }) => distance,
  max_speed: ({ max_speed }) => max_speed,
  elevation_change: ({ elevation_change }) => elevation_change,
};

/** Returns a digest of the members that a person can edit: 132 bits in base64url. */
export function toFieldsDigest(entry: ExerciseEntry): string {
  const values = Object.values(digestedValues).map((getValue) => getValue(entry) ?? null);
  // Only a person writes it, and stored digests are without it.
  const isZeroStated = entry.energy_source === 'stated' && entry.energy.value === 0;
  const stated = isZeroStated ? [...values, 'energy_source'] : values;
  return toDigest(JSON.stringify(stated)).slice(0, 22);
}

/** A member of two entries with different values. */
export interface Difference {
  member: string;
  before: unknown;
  after: unknown;
}

/** Lists the members that a person can edit, and in which two entries differ. */
export function listDifferences(
  before: ExerciseEntry,
  after: ExerciseEntry,
): Difference[] {
  const members = Object.entries(digestedValues).map(([member, getValue]) => ({
    member,
    before: getValue(before),
    after: getValue(after),
  }));
  return members.filter((one) => !isEqual(one.before, one.after));
}
