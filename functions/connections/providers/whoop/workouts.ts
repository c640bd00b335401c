import * as z from 'zod/mini';
import {
  createRequest,
  interpretForbidden,
  isJsonObject,
} from '#functions/connections/provider-definition/call.ts';
import {
  fetchById,
  getUnreadPart,
  listByWindow,
  toPageByTime,
} from '#functions/connections/provider-definition/list-workouts.ts';
import {
  createWorkout,
  Instant,
  pickMember,
  Reading,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import { kilojoulesPerCalorie } from '#functions/diary/entry/bounds.ts';
import { mapSport, normalizeSport } from '#functions/diary/workout-import/sport.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { readRetryAfter } from '#shared/outgoing/outgoing.ts';
import { whoopRest, whoopSports } from './sports.data.ts';

const workoutsUrl = 'https://api.prod.whoop.com/developer/v2/activity/workout';

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

/** A page of workouts or other records, newest first. `next_token` is absent on the last page. */
export const WhoopPage = z.object({
  records: z.array(z.unknown()),
  next_token: z.nullish(z.string()),
});

/** The length of the shortest window of the rate limits. */
const windowSeconds = 60;

/**
 * Sends a request for data. WHOOP responds with 403 if a scope is missing. The response to an
 * expired access token is a sentence, not JSON.
 */
export const requestWhoop = createRequest({
  isOwnError: (response) =>
    isJsonObject(response) || response.text.trim() === 'Authorization was not valid',
  interpret: (response, now) => {
    if (response.status !== 429) return interpretForbidden(response, now);

    // The seconds until the window starts again.
    const reset = Number.parseInt(response.header('x-ratelimit-reset') ?? '', 10);
    const retry_after =
      readRetryAfter(response, now) ?? (reset > 0 ? reset : windowSeconds);
    return { kind: 'rate_limited', retry_after };
  },
});

const WorkoutStart = pickMember('start', Instant);

/** Lists the workouts of a window of start times. A page has at most 25. */
export const listWhoopWorkouts = listByWindow({
  request: requestWhoop,
  toUrl: (window) => {
    const { from, to } = getUnreadPart(window);
    // WHOOP excludes the time `end` itself.
    const end = new Date(to.getTime() + 1);
    const query = { start: from.toISOString(), end: end.toISOString(), limit: '25' };
    return `${workoutsUrl}?${new URLSearchParams(query)}`;
  },
  Page: WhoopPage,
  readPage: ({ records: items, next_token }, window) => {
    if (!next_token) return { items };
    const page = { Start: WorkoutStart, isFull: true, order: 'newest_first' } as const;
    return toPageByTime(items, window, page);
  },
  Item: WhoopWorkout,
  toWorkout,
});

export const fetchWhoopWorkout = fetchById({
  request: requestWhoop,
  url: workoutsUrl,
  Item: WhoopWorkout,
  toWorkout,
});

function toWorkout(workout: WhoopWorkout): Workout | 'skip' | undefined {
  const { id, start, end, timezone_offset, sport_name, score } = workout;
  if (whoopRest.includes(normalizeSport(sport_name))) return 'skip';
  return createWorkout({
    remote_id: id,
    start_time: start,
    utc_offset: parseOffset(timezone_offset),
    duration: (Date.parse(end) - Date.parse(start)) / 1000,
    energy:
      score?.kilojoule === undefined ? undefined : score.kilojoule / kilojoulesPerCalorie,
    distance: score?.distance_meter,
    avg_heart_rate: score?.average_heart_rate,
    max_heart_rate: score?.max_heart_rate,
    elevation_gain: score?.altitude_gain_meter,
    ...mapSport(whoopSports, sport_name),
  });
}

/** Returns the seconds of an offset such as `-05:00` or `Z`. */
export function parseOffset(offset: string | undefined): number | undefined {
  if (offset === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? '') ?? [];
  if (sign === undefined) return undefined;
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' ? -seconds : seconds;
}
