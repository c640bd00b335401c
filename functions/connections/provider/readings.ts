import * as z from 'zod/mini';
import {
  getLocalDay,
  maxWorkoutDuration,
  type Workout,
} from '#functions/diary/import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';

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

/**
 * The characters of an id. An id becomes a segment of a path, so it can neither be `..` nor contain
 * a slash or an escape.
 */
const idPattern = /^[\w-][\w.~:@=+-]*$/;

/** An id, which providers write as a number or as a string. */
export const RemoteId = z.pipe(
  z.union([z.string().check(z.maxLength(255), z.regex(idPattern)), z.int()]),
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

/** The first and the last day on which a workout can start, as for every entry of the diary. */
const startDays = { first: '1900-01-01', last: '2199-12-31' } as const;

/** The largest plausible offset from UTC in seconds, in both directions: 18 hours. */
const maxUtcOffset = 64_800;

/** The maximum length in characters of the provider's word for a sport. */
const maxActivityLength = 100;

/**
 * Creates a workout from the readings of a provider. Values that are zero, negative or implausible
 * are omitted. Returns undefined if the workout has no id, duration or sport, or did not start on a
 * day that the diary can have.
 */
export function createWorkout(readings: WorkoutReadings): Workout | undefined {
  const { remote_id, activity_type_id, remote_activity } = readings;
  const start = toStart(readings);
  const duration = toPositiveInteger(readings.duration, maxWorkoutDuration);
  if (!remote_id || !start || !duration) return undefined;
  if (activity_type_id === undefined || remote_activity === undefined) return undefined;

  const avg_heart_rate = toHeartRate(readings.avg_heart_rate);
  const max_heart_rate = toHeartRate(readings.max_heart_rate);
  const isMaxPlausible = (max_heart_rate ?? 0) >= (avg_heart_rate ?? 0);
  return compact({
    remote_id,
    ...start,
    duration,
    elapsed: toPositiveInteger(readings.elapsed, maxWorkoutDuration),
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

type Start = Pick<
  Workout,
  'start_time' | 'utc_offset' | 'local_day' | 'has_floating_start'
>;

/** Returns when a workout started, or undefined if the diary cannot have the day. */
function toStart(readings: WorkoutReadings): Start | undefined {
  const { has_floating_start } = readings;
  const startMs = Date.parse(readings.start_time ?? '');
  const isPlausible = Math.abs(readings.utc_offset ?? 0) <= maxUtcOffset;
  const utc_offset = isPlausible ? readings.utc_offset : undefined;

  const start_time = formatInstant(startMs);
  const localTime = formatInstant(startMs + (utc_offset ?? 0) * 1000);
  if (start_time === undefined || localTime === undefined) return undefined;

  const isDayStated = utc_offset === undefined && isDayNear(readings.local_day, startMs);
  const local_day = isDayStated ? readings.local_day : undefined;
  const start = compact({ start_time, utc_offset, local_day, has_floating_start });
  const day = getLocalDay(start);
  return day < startDays.first || day > startDays.last ? undefined : start;
}

/** Returns whether a place on Earth can have a day at a time in epoch milliseconds. */
function isDayNear(day: string | undefined, ms: number): boolean {
  if (day === undefined) return false;
  const noon = Date.parse(`${day}T12:00Z`);
  return Math.abs(noon - ms) <= 43_200_000 + maxUtcOffset * 1000;
}

/** Returns a time in epoch milliseconds as ISO 8601 in UTC, or undefined if it is invalid. */
export function formatInstant(ms: number): string | undefined {
  const at = new Date(ms);
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

/** The workouts in a list, and its unreadable items. */
export interface ReadWorkouts {
  workouts: readonly Workout[];
  /** The ids of items that are not as documented. */
  unreadable: readonly string[];
  /** Whether there are further such items, whose ids cannot be read either. */
  hasUnknown: boolean;
}

const ItemId = z.pipe(
  z.object({ id: RemoteId }),
  z.transform(({ id }) => id),
);

/**
 * Reads the items of a list one by one, so that an invalid item does not hide the others. `convert`
 * returns `skip` for an item that is not a workout, and undefined for one that it cannot read.
 * `Id` reads the id of an item, which is its member `id` by default.
 */
export function readWorkouts<S extends z.ZodMiniType>(
  items: readonly unknown[],
  schema: S,
  convert: (item: z.output<S>) => Workout | 'skip' | undefined,
  Id: z.ZodMiniType<string> = ItemId,
): ReadWorkouts {
  const workouts: Workout[] = [];
  const unreadable: string[] = [];
  let hasUnknown = false;
  for (const item of items) {
    const parsed = schema.safeParse(item);
    const workout = parsed.success ? convert(parsed.data) : undefined;
    if (workout === 'skip') continue;
    if (workout !== undefined) {
      workouts.push(workout);
      continue;
    }
    const id = Id.safeParse(item);
    if (id.success) unreadable.push(id.data);
    else hasUnknown = true;
  }
  return { workouts, unreadable, hasUnknown };
}
