import { type DayRange, isWithinAny } from '#functions/diary/entry/dates.ts';
import {
  type DayItem,
  type EntryAddress,
  listStoredEntries,
  parseEntryId,
} from '#functions/diary/entry/day-item.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { ExerciseEntry } from '#functions/diary/entry/exercise.ts';
import type { ImportOnlyFields, MergeState } from '#functions/diary/entry/source.ts';
import { toUtc } from '#functions/diary/entry/values.ts';
import { toDigest } from '#shared/auth/secrets.ts';

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
export function isEdited({ imported, ...entry }: ImportedFields): boolean {
  return toFieldsDigest(entry) !== imported.digest;
}

/**
 * The fields that a person can edit, in the order in which the digest has them. A further one would
 * change all stored digests (docs/how-to/add-a-member.md).
 */
const editableFields = [
  'date',
  'exercise',
  'start_time',
  'duration',
  'energy',
  'avg_heart_rate',
  'max_heart_rate',
  'distance',
  'max_speed',
  'elevation_change',
] as const satisfies readonly (keyof ExerciseEntry)[];

/**
 * Returns a digest of the fields that a person can edit: 132 bits in base64url. A start in UTC is
 * the same as with an offset, because clients read and write it in UTC.
 */
export function toFieldsDigest(entry: ExerciseEntry): string {
  const { exercise, energy } = entry;
  const flat = {
    ...entry,
    exercise: exercise.id,
    start_time: toUtc(entry.start_time ?? ''),
    energy: [energy.unit, energy.value],
  };
  const values = editableFields.map((field) => flat[field] ?? null);
  return toDigest(JSON.stringify(values)).slice(0, 22);
}
