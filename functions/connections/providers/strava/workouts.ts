import * as z from 'zod/mini';
import {
  fetchById,
  getUnreadPart,
  listByWindow,
  toPageByTime,
} from '#functions/connections/provider-definition/list-workouts.ts';
import {
  createWorkout,
  Instant,
  OptionalText,
  pickMember,
  Reading,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import {
  activityMembers,
  findActivityOffset,
  toActivityValues,
} from '#functions/connections/providers/strava-words/activity.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { requestStrava } from './request.ts';

/**
 * The base URL of the API. From 2027-06-01 it is `https://www.api-v3.strava.com`, without
 * `/api/v3`. Change it late: that host responded with 4xx in June 2026.
 */
const baseUrl = 'https://www.strava.com/api/v3';

/** Activities on a page. Strava accepts at most 200. */
const pageSize = 100;

const Activity = z.object({
  id: RemoteId,
  sport_type: OptionalText,
  start_date: Instant,
  utc_offset: Reading,
  ...activityMembers,
  kilojoules: Reading,
  /** Whether a power meter measured the power, which is an estimate otherwise. */
  device_watts: z.catch(z.optional(z.boolean()), undefined),
});
type Activity = z.output<typeof Activity>;

const ActivityStart = pickMember('start_date', Instant);

/**
 * Lists the activities of a window of start times, page by page. The numbers of Strava's pages are
 * not used, because a deletion moves the first activity of a page to the page before.
 */
export const listStravaWorkouts = listByWindow({
  request: requestStrava,
  toUrl: (window) => {
    const { from, to } = getUnreadPart(window);
    const query = new URLSearchParams({
      // Strava excludes the seconds of `after` and `before` themselves.
      after: String(toEpochSeconds(from) - 1),
      before: String(toEpochSeconds(to) + 1),
      per_page: String(pageSize),
    });
    return `${baseUrl}/athlete/activities?${query}`;
  },
  Page: z.array(z.unknown()),
  // A page may be short although it is not the last, so only an empty page ends the list.
  readPage: (items, window) => {
    const isFull = items.length >= pageSize;
    const page = { Start: ActivityStart, isFull, order: 'oldest_first' } as const;
    return toPageByTime(items, window, page);
  },
  Item: Activity,
  toWorkout: (activity) => toWorkout(activity, 'summary'),
});

/** Fetches one activity with its calories and its device, which the list does not have. */
export const fetchStravaWorkout = fetchById({
  request: requestStrava,
  url: `${baseUrl}/activities`,
  Item: Activity,
  toWorkout: (activity) => toWorkout(activity, 'detail'),
});

function toWorkout(
  activity: Activity,
  representation: 'summary' | 'detail',
): Workout | undefined {
  // The body burns about as many kilocalories as a ride takes kilojoules of work.
  const energy = activity.calories || activity.kilojoules;
  return createWorkout({
    remote_id: activity.id,
    start_time: activity.start_date,
    utc_offset: activity.utc_offset ?? findActivityOffset(activity),
    ...toActivityValues(activity),
    energy,
    is_relayed: isRelayed(activity.device_name),
    sensors: activity.device_watts ? ['power'] : undefined,
    isSummary: representation === 'summary' ? true : undefined,
  });
}

/** Returns whether another provider's device recorded a workout, and not the app of Strava. */
function isRelayed(device_name: string | undefined): true | undefined {
  return device_name && !/^strava\b/i.test(device_name) ? true : undefined;
}
