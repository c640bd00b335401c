import * as z from 'zod/mini';
import {
  OptionalText,
  Reading,
} from '#functions/connections/provider-definition/readings.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { stravaSports, stravaTrainerSports } from './sports.data.ts';

/** What Strava, and others in its words, tell of an activity. */
export const activityMembers = {
  type: OptionalText,
  trainer: z.catch(z.optional(z.boolean()), undefined),
  /** The local time, often with a `Z` although it is not in UTC. */
  start_date_local: OptionalText,
  elapsed_time: Reading,
  moving_time: Reading,
  distance: Reading,
  total_elevation_gain: Reading,
  max_speed: Reading,
  average_heartrate: Reading,
  max_heartrate: Reading,
  calories: Reading,
  device_name: OptionalText,
};

type ActivityMembers = z.output<z.ZodMiniObject<typeof activityMembers>>;

/** Returns what an activity says of a workout beside its start. */
export function toActivityValues(
  activity: ActivityMembers & { sport_type?: string | undefined },
) {
  const { device_name } = activity;
  return {
    duration: activity.moving_time || activity.elapsed_time || undefined,
    elapsed: activity.elapsed_time,
    energy: activity.calories,
    distance: activity.distance,
    avg_heart_rate: activity.average_heartrate,
    max_heart_rate: activity.max_heartrate,
    max_speed: activity.max_speed,
    elevation_gain: activity.total_elevation_gain,
    ...toSport(activity),
    device: device_name ? toDevice(device_name) : undefined,
  };
}

/** The start of an activity, and the time at its place. */
interface ActivityStart {
  start_date: string;
  start_date_local?: string | undefined;
}

/** Returns the seconds from UTC to the local time, or undefined if that is not stated. */
export function findActivityOffset({
  start_date,
  start_date_local,
}: ActivityStart): number | undefined {
  if (start_date_local === undefined) return undefined;
  const local = Date.parse(`${start_date_local.replace(/Z$/, '')}Z`);
  return (local - Date.parse(start_date)) / 1000;
}

/** Returns a device. Its name at Strava starts with its maker, e.g. `Garmin Forerunner 935`. */
function toDevice(device_name: string): Workout['device'] {
  const [manufacturer = '', ...model] = device_name.trim().split(/\s+/);
  if (model.length === 0) return { model: device_name };
  return { manufacturer, model: model.join(' ') };
}

/** Returns the sport. `sport_type` is finer than `type`, its predecessor. */
function toSport({ sport_type, type, trainer }: Parameters<typeof toActivityValues>[0]) {
  const word = sport_type ?? type ?? 'Workout';
  const table = trainer ? { ...stravaSports, ...stravaTrainerSports } : stravaSports;
  return mapSport(table, word);
}
