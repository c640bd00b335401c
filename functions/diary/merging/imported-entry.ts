import { toUtc } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { ExerciseEntry } from '#functions/diary/entry/exercise.ts';
import {
  type ImportOnlyFields,
  type MergeState,
  toSourceKey,
} from '#functions/diary/entry/source.ts';
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

/** Returns whether a person has changed the fields of an imported entry. */
export function isEdited({ imported, ...entry }: ImportedFields): boolean {
  return toFieldsDigest(entry) !== imported.digest;
}

/** The fields that a person can edit, in the order in which the digest has them. */
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

/**
 * Returns the keys of the sources to separate from an entry. `separatedKeys` are those of the
 * sources that are separated now, `loadedKeys` those of all imported entries of the loaded days.
 */
export type ChooseSeparated = (
  separatedKeys: ReadonlySet<string>,
  loadedKeys: ReadonlySet<string>,
) => ReadonlySet<string>;

/**
 * Sets the entries that an entry is separated from. Both entries of each pair store the separation,
 * because either of them can be imported again at another address.
 */
export function separate(
  entries: Map<string, ImportedEntry>,
  entry: ImportedEntry,
  choose: ChooseSeparated,
): void {
  const all = [...entries.values()];
  const loadedKeys = new Set(all.map(({ source }) => toSourceKey(source)));
  const newKeys = choose(listSeparated(entry), loadedKeys);
  const ownKey = toSourceKey(entry.source);
  for (const other of all) {
    const separated = new Set(listSeparated(other));
    if (newKeys.has(toSourceKey(other.source))) separated.add(ownKey);
    else separated.delete(ownKey);
    entries.set(other.id, withSeparated(other, separated));
  }
  entries.set(entry.id, withSeparated(entry, newKeys));
}

/** Returns the keys of the sources that the person has separated from an entry. */
export function listSeparated({ separated = {} }: ImportedEntry): Set<string> {
  return new Set(Object.keys(separated));
}

/** Returns an entry that is separated from the sources with these keys only. */
export function withSeparated(
  { separated: _, ...entry }: ImportedEntry,
  keys: ReadonlySet<string>,
): ImportedEntry {
  if (keys.size === 0) return entry;
  const pairs = [...keys].map((key) => [key, true] as const);
  return { ...entry, separated: Object.fromEntries(pairs) };
}
