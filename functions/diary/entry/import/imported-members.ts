import { toDigest } from '#shared/auth/secrets.ts';
import type { ExerciseEntry } from '../exercise.ts';
import type { ImportMembers } from '../source.ts';

/** The members of an entry that an import writes. */
export type ImportedMembers = ExerciseEntry & Pick<ImportMembers, 'source' | 'imported'>;

/** Returns whether a person has changed the members of an imported entry. */
export function isEdited({ imported, ...entry }: ImportedMembers): boolean {
  return toMembersDigest(entry) !== imported.digest;
}

/** The members that a person can edit, in the order in which the digest has them. */
const editableMembers = [
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

/** Returns the digest of the members that a person can edit. */
export function toMembersDigest(entry: ExerciseEntry): string {
  const { exercise, energy } = entry;
  const flat = { ...entry, exercise: exercise.id, energy: [energy.unit, energy.value] };
  const values = editableMembers.map((member) => flat[member] ?? null);
  return toDigest(JSON.stringify(values)).slice(0, 22);
}
