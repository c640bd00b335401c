import { mapSport } from '#functions/diary/workout-import/sport.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { stravaSports, stravaTrainerSports } from './sports.data.ts';

/** What Strava, and others in its words, tell of an activity. */
interface StravaActivity {
  sport_type?: string | undefined;
  type?: string | undefined;
  trainer?: boolean | undefined;
  start_date: string;
  /** The local time, often with a `Z` although it is not in UTC. */
  start_date_local?: string | undefined;
}

/** Returns the seconds from UTC to the local time, or undefined if that is not stated. */
export function findActivityOffset({
  start_date,
  start_date_local,
}: Pick<StravaActivity, 'start_date' | 'start_date_local'>): number | undefined {
  if (start_date_local === undefined) return undefined;
  const local = Date.parse(`${start_date_local.replace(/Z$/, '')}Z`);
  return (local - Date.parse(start_date)) / 1000;
}

/** Returns a device. Its name at Strava starts with its maker, e.g. `Garmin Forerunner 935`. */
export function toDevice(device_name: string): Workout['device'] {
  const [manufacturer = '', ...model] = device_name.trim().split(/\s+/);
  if (model.length === 0) return { model: device_name };
  return { manufacturer, model: model.join(' ') };
}

/** Returns the sport. `sport_type` is finer than `type`, its predecessor. */
export function toSport({
  sport_type,
  type,
  trainer,
}: Pick<StravaActivity, 'sport_type' | 'type' | 'trainer'>) {
  const word = sport_type ?? type ?? 'Workout';
  const table = trainer ? { ...stravaSports, ...stravaTrainerSports } : stravaSports;
  return mapSport(table, word);
}
