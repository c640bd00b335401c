import type { ExerciseEntry } from '#functions/diary/entry/exercise.ts';
import type { ImportOnlyFields } from '#functions/diary/entry/source.ts';
import { toDigest } from '#shared/auth/secrets.ts';

/** The fields of an entry that an import writes. */
export type ImportedFields = ExerciseEntry &
  Pick<ImportOnlyFields, 'source' | 'imported'>;

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

/** Returns a digest of the fields that a person can edit: 132 bits in base64url. */
export function toFieldsDigest(entry: ExerciseEntry): string {
  const { exercise, energy } = entry;
  const flat = { ...entry, exercise: exercise.id, energy: [energy.unit, energy.value] };
  const values = editableFields.map((field) => flat[field] ?? null);
  return toDigest(JSON.stringify(values)).slice(0, 22);
}
