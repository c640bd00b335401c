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
  Reading,
  RemoteId,
  readWorkouts,
} from '#functions/connections/provider/readings.ts';
import { mapSport, normalizeSport } from '#functions/connections/provider/sport.ts';
import { openWindow, toWorkoutPage } from '#functions/connections/provider/window.ts';
import type { Workout } from '#functions/diary/import/workout.ts';
import { requestJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toWhoopFailure } from './failure.ts';
import { whoopRest, whoopSports } from './sports.ts';

const workoutsUrl = 'https://api.prod.whoop.com/developer/v2/activity/workout';
const kilojoulesPerKilocalorie = 4.184;

/** Absent until WHOOP has scored the workout, which the webhook `workout.updated` then reports. */
const Score = z.object({
  kilojoule: Reading,
  average_heart_rate: Reading,
  max_heart_rate: Reading,
  distance_meter: Reading,
  altitude_gain_meter: Reading,
});

const WhoopWorkout = z.object({
  id: RemoteId,
  start: Instant,
  end: Instant,
  timezone_offset: z.catch(z.optional(z.string()), undefined),
  sport_name: z.string(),
  score: z.catch(z.optional(Score), undefined),
});
type WhoopWorkout = z.output<typeof WhoopWorkout>;

/** A page of workouts. The query parameter that continues after it is `nextToken`. */
const WhoopPage = z.object({
  records: z.array(z.unknown()),
  next_token: z.nullish(z.string()),
});

/** Lists the workouts of a window of start times. A page has at most 25. */
export async function listWhoopWorkouts(
  { send, now }: ProviderContext,
  { access_token }: AccountAccess,
  range: WorkoutRange,
): Promise<ProviderResult<WorkoutPage>> {
  const window = openWindow(range, now);
  const query = new URLSearchParams(
    compact({
      start: window.from,
      end: window.to,
      limit: '25',
      nextToken: window.position,
    }),
  );
  const response = await requestJson(
    send,
    {
      method: 'GET',
      url: `${workoutsUrl}?${query}`,
      authorization: `Bearer ${access_token}`,
    },
    WhoopPage,
  );
  if (!response.ok) return failure(toWhoopFailure(response.error, now));

  const { records, next_token } = response.value;
  const listed = readWorkouts(records, WhoopWorkout, toWorkout);
  return success(toWorkoutPage(window, { ...listed, next: next_token || undefined }));
}

/** Fetches one workout. */
export async function fetchWhoopWorkout(
  { send, now }: ProviderContext,
  { access_token }: AccountAccess,
  remote_id: string,
): Promise<ProviderResult<Workout>> {
  const response = await requestJson(
    send,
    {
      method: 'GET',
      url: `${workoutsUrl}/${encodeURIComponent(remote_id)}`,
      authorization: `Bearer ${access_token}`,
    },
    WhoopWorkout,
  );
  if (!response.ok) return failure(toWhoopFailure(response.error, now));

  const workout = toWorkout(response.value);
  if (workout === 'skip') return failure({ kind: 'not_found' });
  return workout ? success(workout) : failure({ kind: 'malformed' });
}

function toWorkout(workout: WhoopWorkout): Workout | 'skip' | undefined {
  const { id, start, end, timezone_offset, sport_name, score } = workout;
  if (whoopRest.includes(normalizeSport(sport_name))) return 'skip';
  return createWorkout({
    remote_id: id,
    start_time: start,
    utc_offset: parseOffset(timezone_offset),
    duration: (Date.parse(end) - Date.parse(start)) / 1000,
    energy:
      score?.kilojoule === undefined
        ? undefined
        : score.kilojoule / kilojoulesPerKilocalorie,
    distance: score?.distance_meter,
    avg_heart_rate: score?.average_heart_rate,
    max_heart_rate: score?.max_heart_rate,
    elevation_gain: score?.altitude_gain_meter,
    ...mapSport(whoopSports, sport_name),
  });
}

/** Returns the seconds of an offset such as `-05:00` or `Z`. */
function parseOffset(offset: string | undefined): number | undefined {
  if (offset === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? '') ?? [];
  if (sign === undefined) return undefined;
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' ? -seconds : seconds;
}
