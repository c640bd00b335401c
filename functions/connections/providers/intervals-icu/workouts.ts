import * as z from 'zod/mini';
import {
  getUnreadPart,
  listByWindow,
  type Window,
} from '#functions/connections/provider-definition/list-workouts.ts';
import {
  createWorkout,
  Instant,
  OptionalText,
  type ReadItem,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import {
  activityMembers,
  findActivityOffset,
  toActivityValues,
} from '#functions/connections/providers/strava-words/activity.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { toUtcDate } from '#shared/runtime/time.ts';
import { ownUrl, requestIntervals, toKeyGet } from './request.ts';

/** The most activities of a list. */
const maxRows = 200;

/** An activity with the words of Strava for sports. Times and numbers may be missing. */
const Activity = z.object({
  id: RemoteId,
  source: OptionalText,
  start_date: z.catch(z.optional(Instant), undefined),
  ...activityMembers,
});
type Activity = z.output<typeof Activity>;

const fields = Object.keys(Activity.shape).join();

/**
 * Lists the activities of some days, the newest first. A list has no pages: one with as many
 * activities as it can have lacks others, so its later half is listed next.
 */
export const listIntervalsWorkouts = listByWindow({
  request: requestIntervals,
  toRequest: toKeyGet,
  toUrl: (window) => {
    const { first: oldest, last: newest } = findDays(window);
    const query = { oldest, newest, limit: String(maxRows), fields };
    return `${ownUrl}/activities?${new URLSearchParams(query)}`;
  },
  Page: z.array(z.unknown()),
  readPage: (items, window) => ({ items, next: findNextDays(window, items.length) }),
  Item: Activity,
  toWorkout,
});

/** Returns the days to list next, with one more on each side: days are those of the place. */
function findDays(window: Window) {
  const { from, to } = getUnreadPart(window);
  const [first, last] = [toUtcDate(from), toUtcDate(to)];
  return window.position ? { first, last } : widen({ first, last });
}

function widen({ first, last }: { first: string; last: string }) {
  return { first: addDays(first, -1), last: addDays(last, 1) };
}

/** Returns the days that follow a list with so many activities, or undefined after the last. */
function findNextDays(window: Window, count: number): string | undefined {
  const { first, last } = findDays(window);
  const length = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  if (count >= maxRows && length > 0)
    return `${addDays(first, Math.ceil(length / 2))} ${last}`;
  const { first: start } = findDays({ ...window, position: '' });
  return first > start ? `${start} ${addDays(first, -1)}` : undefined;
}

/**
 * Returns whether an activity came from Strava, whose terms let Intervals.icu show it only there.
 * Of such a one, whose id has only digits, the list has no more than the start.
 */
function isOfStrava({ id, source }: Activity): boolean {
  return source === 'STRAVA' || /^\d+$/.test(id);
}

/** The origins of activities that no other service has sent. */
const ownSources = ['UPLOAD', 'MANUAL'];

function toWorkout(activity: Activity): ReadItem {
  if (isOfStrava(activity)) return { withheld: activity.start_date_local };
  const { id, source, start_date, start_date_local } = activity;
  const local = start_date_local?.replace(/Z$/, '');
  const start_time = start_date ?? (local === undefined ? undefined : `${local}Z`);
  if (start_time === undefined || !Instant.safeParse(start_time).success)
    return undefined;
  const isRelayed = source !== undefined && !ownSources.includes(source);
  return createWorkout({
    remote_id: id,
    start_time,
    utc_offset: start_date
      ? findActivityOffset({ start_date, start_date_local })
      : undefined,
    has_floating_start: start_date ? undefined : true,
    ...toActivityValues(activity),
    is_relayed: isRelayed ? true : undefined,
    has_file: source === 'MANUAL' ? undefined : true,
  });
}
