import * as z from 'zod/mini';
import type {
  AccountAccess,
  ProviderContext,
  ProviderResult,
  WorkoutPage,
  WorkoutRange,
} from '#functions/connections/provider/provider.ts';
import {
  createWorkout,
  Instant,
  OptionalText,
  Reading,
  RemoteId,
  readWorkouts,
} from '#functions/connections/provider/readings.ts';
import { mapSport } from '#functions/connections/provider/sport.ts';
import { openWindow, toWorkoutPage } from '#functions/connections/provider/window.ts';
import type { Workout } from '#functions/diary/import/workout.ts';
import { requestJson } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { toStravaFailure } from './failure.ts';
import { stravaSports, stravaTrainerSports } from './sports.ts';

const activitiesUrl = 'https://www.strava.com/api/v3/athlete/activities';
const activityUrl = 'https://www.strava.com/api/v3/activities';

/** Activities on a page. Strava accepts at most 200. */
const pageSize = 100;

/** An activity. `start_date_local` is left out: it has a `Z`, but is not in UTC. */
const Activity = z.object({
  id: RemoteId,
  sport_type: OptionalText,
  type: OptionalText,
  trainer: z.catch(z.optional(z.boolean()), undefined),
  start_date: Instant,
  utc_offset: Reading,
  elapsed_time: Reading,
  moving_time: Reading,
  distance: Reading,
  total_elevation_gain: Reading,
  max_speed: Reading,
  average_heartrate: Reading,
  max_heartrate: Reading,
  calories: Reading,
  kilojoules: Reading,
  device_name: OptionalText,
});
type Activity = z.output<typeof Activity>;

/** Lists the activities of a window of start times, page by page. */
export async function listStravaWorkouts(
  { send, now }: ProviderContext,
  { access_token }: AccountAccess,
  range: WorkoutRange,
): Promise<ProviderResult<WorkoutPage>> {
  const window = openWindow(range, now);
  const page = Number(window.position ?? 1);
  const query = new URLSearchParams({
    // Strava excludes the seconds of `after` and `before` themselves.
    after: String(toEpochSeconds(new Date(window.from)) - 1),
    before: String(toEpochSeconds(new Date(window.to)) + 1),
    page: String(page),
    per_page: String(pageSize),
  });
  const response = await requestJson(
    send,
    {
      method: 'GET',
      url: `${activitiesUrl}?${query}`,
      authorization: `Bearer ${access_token}`,
    },
    z.array(z.unknown()),
  );
  if (!response.ok) return failure(toStravaFailure(response.error, now));

  // A page may be short although it is not the last, so only an empty page ends the list.
  const items = response.value;
  const listed = readWorkouts(items, Activity, (activity) =>
    toWorkout(activity, 'summary'),
  );
  const next = items.length === 0 ? undefined : String(page + 1);
  return success(toWorkoutPage(window, { ...listed, next }));
}

/** Fetches one activity with its calories and its device, which the list does not have. */
export async function fetchStravaWorkout(
  { send, now }: ProviderContext,
  { access_token }: AccountAccess,
  remote_id: string,
): Promise<ProviderResult<Workout>> {
  const response = await requestJson(
    send,
    {
      method: 'GET',
      url: `${activityUrl}/${encodeURIComponent(remote_id)}`,
      authorization: `Bearer ${access_token}`,
    },
    Activity,
  );
  if (!response.ok) return failure(toStravaFailure(response.error, now));

  const workout = toWorkout(response.value, 'detail');
  return workout ? success(workout) : failure({ kind: 'malformed' });
}

function toWorkout(
  activity: Activity,
  representation: 'summary' | 'detail',
): Workout | undefined {
  const { device_name } = activity;
  // The body burns about as many kilocalories as a ride takes kilojoules of work.
  const energy = activity.calories || activity.kilojoules;
  return createWorkout({
    remote_id: activity.id,
    start_time: activity.start_date,
    utc_offset: activity.utc_offset,
    duration: activity.moving_time || activity.elapsed_time || undefined,
    energy,
    distance: activity.distance,
    avg_heart_rate: activity.average_heartrate,
    max_heart_rate: activity.max_heartrate,
    max_speed: activity.max_speed,
    elevation_gain: activity.total_elevation_gain,
    ...toSport(activity),
    device: device_name ? { model: device_name } : undefined,
    is_relayed: isRelayed(device_name),
    isSummary: representation === 'summary' ? true : undefined,
  });
}

/** Returns whether another provider's device recorded a workout, and not the app of Strava. */
function isRelayed(device_name: string | undefined): true | undefined {
  return device_name && !/^strava\b/i.test(device_name) ? true : undefined;
}

/** Returns the sport. `sport_type` is finer than `type`, its predecessor. */
function toSport({ sport_type, type, trainer }: Activity) {
  const word = sport_type ?? type ?? 'Workout';
  const table = trainer ? { ...stravaSports, ...stravaTrainerSports } : stravaSports;
  return mapSport(table, word);
}
