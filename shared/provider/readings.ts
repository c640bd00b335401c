import * as z from 'zod/mini';
import { compact } from '../runtime/compact.ts';
import { maxWorkoutDuration, type Workout } from './workout.ts';

const decimal = /^-?\d+(\.\d+)?$/;

/** A number. Some providers write 64-bit integers and decimals as text. */
const Numeric = z.union([z.number(), z.string().check(z.regex(decimal))]);

/** A measured value. It is undefined if it is missing, null, or not a number. */
export const Reading = z.catch(
  z.pipe(
    z.nullish(Numeric),
    z.transform((value) => (value == null ? undefined : Number(value))),
  ),
  undefined,
);

/** An id, which providers write as a number or as a string. */
export const RemoteId = z.pipe(
  z.union([z.string().check(z.minLength(1), z.maxLength(255)), z.int()]),
  z.transform(String),
);

/** A time with an offset or `Z`. */
export const Instant = z.iso.datetime({ offset: true });

/** A text that may be missing or null. */
export const OptionalText = z.catch(z.optional(z.string()), undefined);

/** The values of a workout from a provider, in our units, before implausible values are removed. */
export type WorkoutReadings = {
  [Name in keyof Workout]: Workout[Name] | undefined;
};

/** The largest plausible values, in the units of `Workout`. */
const maxima = {
  energy: 100_000,
  distance: 5_000_000,
  max_speed: 150,
  elevation_gain: 20_000,
} as const;

/** Plausible heart rates in beats per minute. */
const heartRates = { min: 20, max: 300 } as const;

/** The maximum length in characters of the provider's word for a sport. */
const maxActivityLength = 100;

/**
 * Creates a workout from the readings of a provider. Values that are zero, negative or implausible
 * are omitted. Returns undefined if the workout has no id, start, duration or sport.
 */
export function createWorkout(readings: WorkoutReadings): Workout | undefined {
  const { remote_id, activity_type_id, remote_activity } = readings;
  const start_time = toUtc(readings.start_time);
  const duration = toPositiveInteger(readings.duration, maxWorkoutDuration);
  if (!remote_id || !start_time || !duration) return undefined;
  if (activity_type_id === undefined || remote_activity === undefined) return undefined;

  const avg_heart_rate = toHeartRate(readings.avg_heart_rate);
  const max_heart_rate = toHeartRate(readings.max_heart_rate);
  const isMaxPlausible = (max_heart_rate ?? 0) >= (avg_heart_rate ?? 0);
  return compact({
    remote_id,
    start_time,
    utc_offset: readings.utc_offset,
    duration,
    energy: toPositive(readings.energy, maxima.energy),
    distance: toPositive(readings.distance, maxima.distance),
    avg_heart_rate,
    max_heart_rate: isMaxPlausible ? max_heart_rate : undefined,
    max_speed: toPositive(readings.max_speed, maxima.max_speed),
    elevation_gain: toPositive(readings.elevation_gain, maxima.elevation_gain),
    activity_type_id,
    remote_activity: remote_activity.slice(0, maxActivityLength),
    device: readings.device,
    is_relayed: readings.is_relayed,
    isSummary: readings.isSummary,
  });
}

/** Returns a time in UTC as ISO 8601, or undefined if it is invalid. */
function toUtc(time: string | undefined): string | undefined {
  const at = new Date(time ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Returns a value rounded to 2 decimals, or undefined unless it is above 0 and at most `max`. */
function toPositive(value: number | undefined, max: number): number | undefined {
  if (value === undefined || !(value > 0) || value > max) return undefined;
  return Math.round(value * 100) / 100;
}

function toPositiveInteger(value: number | undefined, max: number): number | undefined {
  const positive = toPositive(value, max);
  return positive === undefined ? undefined : Math.round(positive);
}

function toHeartRate(value: number | undefined): number | undefined {
  const rate = toPositiveInteger(value, heartRates.max);
  return rate === undefined || rate < heartRates.min ? undefined : rate;
}

/** The workouts in a list, and the number of its unreadable items. */
export interface ReadWorkouts {
  workouts: readonly Workout[];
  /** How many items are not what the provider documents. */
  unreadable: number;
}

/**
 * Reads the items of a list one by one, so that an invalid item does not hide the others. `convert`
 * returns `skip` for an item that is not a workout, and undefined for one that it cannot read.
 */
export function readWorkouts<S extends z.ZodMiniType>(
  items: readonly unknown[],
  schema: S,
  convert: (item: z.output<S>) => Workout | 'skip' | undefined,
): ReadWorkouts {
  const workouts: Workout[] = [];
  let unreadable = 0;
  for (const item of items) {
    const parsed = schema.safeParse(item);
    const workout = parsed.success ? convert(parsed.data) : undefined;
    if (workout === undefined) unreadable += 1;
    else if (workout !== 'skip') workouts.push(workout);
  }
  return { workouts, unreadable };
}
