import { bounds } from '#functions/diary/entry/bounds.ts';
import { isWithinBounds } from '#functions/diary/entry/dates.ts';
import { takeCharacters } from '#shared/contract/clean-text.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  type FileWorkout,
  getLocalDay,
  maxWorkoutDuration,
  type Workout,
} from './workout.ts';

/** The values of a workout in our units, before implausible values are removed. */
export type WorkoutValues = {
  [Name in keyof FileWorkout]: FileWorkout[Name] | undefined;
};

/** The largest plausible values, in the units of `Workout`. */
const maxima = {
  energy: bounds.energy.max,
  distance: 5_000_000,
  max_speed: 150,
  elevation_gain: bounds.elevation_change.max,
} as const;

/** Kilocalories. Nobody burns more in an hour. */
const maxEnergyPerHour = 3000;

/** Numbers of kilocalories that mean "unknown" in files of 16 bits, and in those made from them. */
export const unknownEnergies: ReadonlySet<number> = new Set([65_534, 65_535]);

/** The largest plausible offset from UTC in seconds, in both directions: 18 hours. */
export const maxUtcOffset = 64_800;

/** The maximum length in characters of the word for a sport. */
const maxActivityLength = 100;

/** A value that a workout can do without. */
export type ImplausibleValue = keyof typeof maxima | 'heart_rate';

/**
 * Returns a workout without the values that are zero, negative or implausible. Returns undefined if
 * the workout has no duration or sport, or did not start on a day that the diary can have.
 * `reportImplausible` is called for each value above zero that is left out.
 */
export function toPlausible(
  values: WorkoutValues,
  reportImplausible: (value: ImplausibleValue) => void = () => {},
): FileWorkout | undefined {
  const { activity_type_id, remote_activity } = values;
  const start = toStart(values);
  const duration = toPositiveInteger(values.duration, maxWorkoutDuration);
  if (!start || !duration) return undefined;
  if (activity_type_id === undefined || remote_activity === undefined) return undefined;

  const avg_heart_rate = toHeartRate(values.avg_heart_rate);
  const max_heart_rate = toHeartRate(values.max_heart_rate);
  const isMaxPlausible = (max_heart_rate ?? 0) >= (avg_heart_rate ?? 0);
  const plausible = {
    energy: toEnergy(values, duration),
    distance: toPositive(values.distance, maxima.distance),
    avg_heart_rate,
    max_heart_rate: isMaxPlausible ? max_heart_rate : undefined,
    max_speed: toPositive(values.max_speed, maxima.max_speed),
    elevation_gain: toPositive(values.elevation_gain, maxima.elevation_gain),
  };
  for (const { name, value } of optionalValues)
    if ((values[name] ?? 0) > 0 && plausible[name] === undefined)
      reportImplausible(value);
  return compact({
    ...start,
    duration,
    elapsed: toPositiveInteger(values.elapsed, maxWorkoutDuration),
    ...plausible,
    activity_type_id,
    remote_activity: takeCharacters(remote_activity, maxActivityLength),
    device: values.device,
    curves: values.curves,
    best: values.best,
    sensors: values.sensors?.length ? values.sensors : undefined,
  });
}

const optionalValues = [
  { name: 'energy', value: 'energy' },
  { name: 'distance', value: 'distance' },
  { name: 'avg_heart_rate', value: 'heart_rate' },
  { name: 'max_heart_rate', value: 'heart_rate' },
  { name: 'max_speed', value: 'max_speed' },
  { name: 'elevation_gain', value: 'elevation_gain' },
] as const;

type Start = Pick<
  Workout,
  'start_time' | 'utc_offset' | 'local_day' | 'has_floating_start'
>;

/** Returns when a workout started, or undefined if the diary cannot have the day. */
function toStart(values: WorkoutValues): Start | undefined {
  const { has_floating_start } = values;
  const startMs = Date.parse(values.start_time ?? '');
  const isPlausible = Math.abs(values.utc_offset ?? 0) <= maxUtcOffset;
  const utc_offset = isPlausible ? values.utc_offset : undefined;

  const start_time = formatInstant(startMs);
  const localTime = formatInstant(startMs + (utc_offset ?? 0) * 1000);
  if (start_time === undefined || localTime === undefined) return undefined;

  const isDayStated = utc_offset === undefined && isDayNear(values.local_day, startMs);
  const local_day = isDayStated ? values.local_day : undefined;
  const start = compact({ start_time, utc_offset, local_day, has_floating_start });
  return isWithinBounds(getLocalDay(start)) ? start : undefined;
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

/** Returns the energy, or undefined if it is more than anybody burns in the time. */
export function toEnergy(
  { energy, elapsed }: Pick<WorkoutValues, 'energy' | 'elapsed'>,
  duration: number,
): number | undefined {
  const hours = Math.max(duration, elapsed ?? 0) / 3600;
  const isUnknown = unknownEnergies.has(energy ?? 0);
  return isUnknown
    ? undefined
    : toPositive(energy, Math.min(maxima.energy, maxEnergyPerHour * hours));
}

function toPositiveInteger(value: number | undefined, max: number): number | undefined {
  const positive = toPositive(value, max);
  return positive === undefined ? undefined : Math.round(positive);
}

function toHeartRate(value: number | undefined): number | undefined {
  const rate = toPositiveInteger(value, bounds.heart_rate.max);
  return rate === undefined || rate < bounds.heart_rate.min ? undefined : rate;
}
