import { toDigest } from '#shared/auth/secrets.ts';
import { compact } from '#shared/runtime/compact.ts';
import { bounds, type Range } from '../bounds.ts';
import type { ExerciseEntry } from '../exercise.ts';
import type { Energy } from '../quantities.ts';
import type { EntrySource, ImportMembers } from '../source.ts';

/** A workout of a provider in our units, as a sync reads it. */
export interface ImportedWorkout {
  /** The provider's id of the workout. */
  remote_id: string;
  /** In UTC, with `Z`. */
  start_time: string;
  /** Seconds that the local time of the person was ahead of UTC. */
  utc_offset: number;
  /** Seconds. */
  duration: number;
  /** The id of our activity type. */
  activity_type_id: number;
  /** The id of the root of the activity type. Absent if the provider does not say what it was. */
  root_id?: number | undefined;
  energy?: Energy | undefined;
  /** Meters. */
  distance?: number | undefined;
  /** Beats per minute. */
  avg_heart_rate?: number | undefined;
  max_heart_rate?: number | undefined;
  /** Meters per second. */
  max_speed?: number | undefined;
  /** Meters, negative downhill. */
  elevation_change?: number | undefined;
  /** Whether the provider received the workout from another provider. */
  is_relayed: boolean;
  /** The id of the data source of the device that recorded it. */
  data_source_id?: string | undefined;
}

/** The remote connection that a workout was read from. */
export type WorkoutOrigin = Pick<
  EntrySource,
  'remote_connection_id' | 'remote_connection_type'
>;

/** The members of an entry that an import writes. */
export type ImportedMembers = ExerciseEntry & Pick<ImportMembers, 'source' | 'imported'>;

/** Converts a workout to an entry of the day on which it started for the person (decision R7). */
export function toImportedMembers(
  workout: ImportedWorkout,
  origin: WorkoutOrigin,
  readAt: Date,
): ImportedMembers {
  const { remote_id, data_source_id = null, is_relayed } = workout;
  const members = toExercise(workout);
  const start = Math.floor(Date.parse(workout.start_time) / 1000);
  const facts = compact({
    date: members.date,
    start,
    duration: members.duration,
    activity_type_id: workout.activity_type_id,
    root_id: workout.root_id,
    distance: members.distance,
  });
  return {
    ...members,
    source: { ...origin, remote_id, data_source_id },
    imported: {
      ...facts,
      is_relayed,
      read_at: readAt.getTime(),
      digest: toMembersDigest(members),
    },
  };
}

/** Returns the local date on which a workout started. */
export function toLocalDate({
  start_time,
  utc_offset,
}: Pick<ImportedWorkout, 'start_time' | 'utc_offset'>): string {
  const local = new Date(Date.parse(start_time) + utc_offset * 1000);
  return local.toISOString().slice(0, 10);
}

/** Returns whether a person has changed the members of an imported entry. */
export function isEdited({ imported, ...entry }: ImportedMembers): boolean {
  return toMembersDigest(entry) !== imported.digest;
}

/**
 * Converts the members that clients see. Providers send impossible values now and then; those are
 * omitted, or moved to the nearest bound if the member is required.
 */
function toExercise(workout: ImportedWorkout): ExerciseEntry {
  const { energy, avg_heart_rate, max_heart_rate } = workout;
  const average = dropOutside(round(avg_heart_rate), bounds.heart_rate);
  const maximum = dropOutside(round(max_heart_rate), bounds.heart_rate);
  const hasConflict = average !== undefined && maximum !== undefined && maximum < average;
  return compact({
    type: 'exercise' as const,
    date: toLocalDate(workout),
    exercise: { id: String(workout.activity_type_id) },
    start_time: toWholeSeconds(workout.start_time),
    duration: clamp(Math.round(workout.duration), bounds.duration),
    energy: {
      unit: energy?.unit ?? ('calories' as const),
      value: clamp(energy?.value ?? 0, bounds.energy),
    },
    avg_heart_rate: average,
    max_heart_rate: hasConflict ? undefined : maximum,
    distance: dropOutside(workout.distance, bounds.distance),
    max_speed: dropOutside(workout.max_speed, bounds.max_speed),
    elevation_change: dropOutside(workout.elevation_change, bounds.elevation_change),
  });
}

function toWholeSeconds(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}

function clamp(value: number, { min, max }: Range): number {
  return Math.min(Math.max(value, min), max);
}

function dropOutside(value: number | undefined, { min, max }: Range): number | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return value >= min && value <= max ? value : undefined;
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

function toMembersDigest(entry: ExerciseEntry): string {
  const { exercise, energy } = entry;
  const flat = { ...entry, exercise: exercise.id, energy: [energy.unit, energy.value] };
  const values = editableMembers.map((member) => flat[member] ?? null);
  return toDigest(JSON.stringify(values)).slice(0, 22);
}
