import { bounds, type Range } from '#functions/diary/entry/bounds.ts';
import { toLocalTime } from '#functions/diary/entry/dates.ts';
import type { ExerciseEntry } from '#functions/diary/entry/exercise.ts';
import type {
  ConnectionOrigin,
  ImportOrigin,
  Sensor,
} from '#functions/diary/entry/origin.ts';
import {
  type ImportedFields,
  listNumbers,
  toFieldsDigest,
} from '#functions/diary/merging/imported-entry.ts';
import type { BestTimes, WorkoutCurves } from '#functions/diary/series/workout-curves.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { compact } from '#shared/runtime/compact.ts';

/** A workout of a provider in our units. Unknown members are absent, never zero. */
export interface Workout {
  /** The provider's id. With provider and account, it identifies the workout permanently. */
  remote_id: string;
  /** The start in UTC, as ISO 8601 with `Z`. */
  start_time: string;
  /** Seconds east of UTC at the place; absent if the provider does not say. */
  utc_offset?: number;
  /** The day at the place, if the provider states it without the offset. */
  local_day?: string;
  /**
   * Whether `start_time` is in fact the time at the place, because the provider states neither the
   * offset nor the time in UTC. Its entry has no `start_time`.
   */
  has_floating_start?: true;
  /** Seconds, without pauses if the provider reports them, otherwise from start to end. */
  duration: number;
  /** Seconds from start to end, if the provider reports pauses. */
  elapsed?: number;
  /** Kilocalories. */
  energy?: number;
  /** Meters. */
  distance?: number;
  /** Beats per minute. */
  avg_heart_rate?: number;
  /** Beats per minute. */
  max_heart_rate?: number;
  /** Meters per second. */
  max_speed?: number;
  /** Meters of ascent. */
  elevation_gain?: number;
  /** The id of our activity type. */
  activity_type_id: string;
  /** The provider's own word or number for the kind of sport. */
  remote_activity: string;
  device?: StatedDevice;
  /** Whether the provider received the workout from another provider. */
  is_relayed?: true;
  /** Whether `fetchWorkout` of the provider returns more members, e.g. the energy. */
  isSummary?: true;
  /** Whether the provider may have the file that it was recorded in. */
  has_file?: true;
  curves?: WorkoutCurves;
  best?: BestTimes;
  sensors?: readonly Sensor[];
  /** The id of the file that it was read from, if a provider has passed it on. */
  file_id?: string;
}

/** A workout that a file has. `remote_activity` is the file's own word for the sport. */
export type FileWorkout = Omit<
  Workout,
  'remote_id' | 'is_relayed' | 'isSummary' | 'has_file'
>;

/** The longest workout that is imported, in seconds; a watch may have been left running. */
export const maxWorkoutDuration = 7 * 86_400;

/**
 * Returns the day on which a workout started in the time zone of the place, e.g. `2026-01-12`
 * (wire.md R7). It is the day in UTC if the provider states neither the offset nor the day.
 */
export function getLocalDay({
  start_time,
  utc_offset = 0,
  local_day,
}: Pick<Workout, 'start_time' | 'utc_offset' | 'local_day'>): string {
  if (local_day !== undefined) return local_day;
  const local = new Date(Date.parse(start_time) + utc_offset * 1000);
  return local.toISOString().slice(0, 10);
}

/** A workout as a sync sends it to the import. */
export interface ImportedWorkout extends Workout {
  /** The id of the data source of the device that recorded the workout. */
  data_source_id?: string;
  /** The words that must be shown with it. */
  attribution?: string;
  /** What the app that has sent it to an inbox calls the device or app that recorded it. */
  source_name?: string;
}

/** The remote connection that a workout was read from. */
export type WorkoutOrigin = Pick<
  ConnectionOrigin,
  'remote_connection_id' | 'remote_connection_type'
>;

/** A workout apart from what a provider says about its own copy. */
type RecordedWorkout = Omit<Workout, 'remote_id' | 'isSummary'>;

/** Converts a workout of a provider to the fields of its entry. */
export function toImportedFields(
  workout: ImportedWorkout,
  origin: WorkoutOrigin,
  readAt: Date,
): ImportedFields {
  const { remote_id, remote_activity, data_source_id = null, attribution } = workout;
  const words = compact({ attribution });
  const source = { ...origin, remote_id, remote_activity, data_source_id, ...words };
  return toWorkoutFields(source, workout, readAt);
}

/** Converts a workout to an entry of the day on which it started, in local time. */
export function toWorkoutFields(
  source: ImportOrigin,
  workout: RecordedWorkout,
  readAt: Date,
): ImportedFields {
  const fields = toExercise(workout);
  const start = Math.floor(Date.parse(workout.start_time) / 1000);
  const facts = compact({
    date: fields.date,
    start,
    has_floating_start: workout.has_floating_start,
    duration: fields.duration,
    elapsed: findElapsed(workout),
    activity_type_id: workout.activity_type_id,
    root_id: findKnownRootId(workout.activity_type_id),
    is_relayed: workout.is_relayed,
    distance: fields.distance,
    best: workout.best,
    sensors: findSensors(workout),
    numbers: listNumbers(fields),
    file_id: workout.file_id,
  });
  return {
    ...fields,
    source,
    imported: {
      ...facts,
      read_at: readAt.getTime(),
      digest: toFieldsDigest(fields),
    },
  };
}

/** Returns what has measured a workout: with an outline, positions, too. */
export function findSensors({ sensors = [], curves }: RecordedWorkout) {
  const all = new Set<Sensor>(curves?.outline?.length ? ['positions'] : []).union(
    new Set(sensors),
  );
  return all.size > 0 ? [...all].sort() : undefined;
}

/**
 * Converts the fields that clients see. Providers sometimes send impossible values. These are
 * omitted, or replaced by the nearest bound if the member is required.
 */
function toExercise(workout: RecordedWorkout): ExerciseEntry {
  const { energy, avg_heart_rate, max_heart_rate } = workout;
  const average = dropOutside(round(avg_heart_rate), bounds.heart_rate);
  const maximum = dropOutside(round(max_heart_rate), bounds.heart_rate);
  const isBelowAverage =
    average !== undefined && maximum !== undefined && maximum < average;
  return compact({
    type: 'exercise' as const,
    date: getLocalDay(workout),
    exercise: { id: workout.activity_type_id },
    start_time: toStartTime(workout),
    duration: clamp(Math.round(workout.duration), bounds.duration),
    energy: { unit: 'calories' as const, value: clamp(energy ?? 0, bounds.energy) },
    avg_heart_rate: average,
    max_heart_rate: isBelowAverage ? undefined : maximum,
    distance: dropOutside(workout.distance, bounds.distance),
    max_speed: dropOutside(workout.max_speed, bounds.max_speed),
    elevation_change: dropOutside(workout.elevation_gain, bounds.elevation_change),
  });
}

/**
 * Returns whether an entry that nobody has edited has what the summary of a workout says. Summaries
 * have no energy, so it is not compared.
 */
export function matchesSummary(summary: Workout, entry: ImportedFields): boolean {
  const fields = { ...toExercise(summary), energy: entry.energy };
  return toFieldsDigest(fields) === entry.imported.digest;
}

/** Returns the time from start to end in seconds, or undefined if it is the duration. */
function findElapsed({ duration, elapsed = 0 }: RecordedWorkout): number | undefined {
  const seconds = Math.round(Math.min(elapsed, maxWorkoutDuration));
  return seconds > Math.round(duration) ? seconds : undefined;
}

/** The root of the activity types of workouts whose type at the provider is unknown. */
const unknownRootId = findRootId(getActivityTypeId('other_import'));

/** Returns the id of the root of an activity type, or undefined if the type is unknown. */
export function findKnownRootId(activity_type_id: string): string | undefined {
  const root_id = findRootId(activity_type_id);
  return root_id === unknownRootId ? undefined : root_id;
}

/** Returns the start to the second: at the place, or else in UTC, or undefined if it is neither. */
function toStartTime({
  start_time,
  utc_offset,
  has_floating_start,
}: RecordedWorkout): string | undefined {
  if (has_floating_start) return undefined;
  const start = new Date(start_time);
  if (utc_offset !== undefined) return toLocalTime(start.getTime(), utc_offset);
  return `${start.toISOString().slice(0, 19)}Z`;
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
