import * as z from 'zod/mini';
import type { ProviderFailure } from '#functions/connections/provider-definition/call.ts';
import type {
  ProviderDefinition,
  WorkoutPage,
  WorkoutRange,
} from '#functions/connections/provider-definition/provider.ts';
import {
  createWorkout,
  OptionalText,
  Reading,
  RemoteId,
  readWorkouts,
} from '#functions/connections/provider-definition/readings.ts';
import { formatInstant } from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import { findUtcOffset } from '#functions/diary/workout-import/utc-offset.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { More, requestWithings } from './request.ts';
import { withingsNoActivity, withingsSports } from './sports.data.ts';

const measureUrl = 'https://wbsapi.withings.net/v2/measure';

/**
 * Withings returns only the details that a request names. `elevation` is left out: it counts
 * floors.
 */
const dataFields =
  'calories,distance,hr_average,hr_max,pause_duration,manual_calories,manual_distance';

/** The largest difference between the clock of Withings and ours, in seconds. */
const maxClockDifference = 3600;

const Details = z.object({
  calories: Reading,
  manual_calories: Reading,
  distance: Reading,
  manual_distance: Reading,
  hr_average: Reading,
  hr_max: Reading,
  pause_duration: Reading,
});

const WithingsWorkout = z.object({
  id: RemoteId,
  category: RemoteId,
  startdate: z.pipe(Reading, z.int()),
  enddate: z.pipe(Reading, z.int()),
  timezone: OptionalText,
  /** The day in this time zone. */
  date: z.catch(z.optional(z.iso.date()), undefined),
  data: z.catch(z.optional(Details), undefined),
});
type WithingsWorkout = z.output<typeof WithingsWorkout>;

const WithingsPage = z.object({
  series: z.array(z.unknown()),
  more: More,
  offset: Reading,
});

/**
 * The cursor of a sync, which reads what was created or changed since `lastupdate`. Once a day it
 * reads the workouts of the last weeks too, because the changes do not contain deletions.
 */
const SyncCursor = z.object({
  /** Epoch seconds. */
  lastupdate: z.int(),
  /** When the sync started, in epoch seconds. The next sync reads what was changed since then. */
  started: z.int(),
  /** The start of the next page. Absent for the first page of a list. */
  offset: z.optional(z.int()),
  /** When a sync last read the workouts of the last weeks, in epoch seconds. */
  compared: z.optional(z.int()),
  /** The start of the weeks that the sync reads now, in epoch seconds. Absent before that. */
  comparedFrom: z.optional(z.int()),
});
type SyncCursor = z.output<typeof SyncCursor>;

/** The days that are read once a day. They contain the days of a first import. */
const comparedDays = 35;

/** Seconds between these lists, a bit less than between two daily syncs. */
const comparisonInterval = 23 * 3600;

/**
 * Lists the workouts that were created or changed since a time, and once a day those of the last
 * weeks, page by page.
 */
export const listWithingsWorkouts: ProviderDefinition['listWorkouts'] = async (
  context,
  { access_token },
  range,
) => {
  const opened = openCursor(range, context.now);
  const { comparedFrom, offset, started } = opened;
  const form = compact({
    action: 'getworkouts',
    ...toFilter(opened),
    data_fields: dataFields,
    offset: offset === undefined ? undefined : String(offset),
  });
  const authorization = `Bearer ${access_token}`;
  const request = { method: 'POST' as const, url: measureUrl, authorization, form };
  const page = await requestWithings(context, request, WithingsPage);
  if (!page.ok) {
    // Changes go on without the list of the last weeks, which the next day has again.
    const isSkipped = comparedFrom !== undefined && isPermanent(page.error);
    return isSkipped ? success(toEmptyPage(toNextList(opened, range))) : page;
  }

  const { series, more, offset: nextOffset } = page.value;
  if (more && nextOffset === undefined) return failure({ kind: 'malformed' });
  const next = more ? { ...opened, offset: nextOffset } : toNextList(opened, range);
  const read = readWorkouts(series, WithingsWorkout, toWorkout);
  const cursor = JSON.stringify(next);
  const listed = { ...read, cursor, hasMore: isUnfinished(next) };
  if (comparedFrom === undefined) return success(listed);
  const listedInterval = { from: toIso(comparedFrom), to: toIso(started) };
  return success({ ...listed, listedInterval });
};

function isPermanent({ kind }: ProviderFailure): boolean {
  return kind === 'rejected' || kind === 'malformed';
}

function toEmptyPage(next: SyncCursor): WorkoutPage {
  const cursor = JSON.stringify(next);
  return { workouts: [], unreadable: [], hasUnknown: true, cursor, hasMore: false };
}

/** Returns the form fields that select the changes, or the days that are read once a day. */
function toFilter({
  lastupdate,
  started,
  comparedFrom,
}: SyncCursor): Record<string, string> {
  if (comparedFrom === undefined) return { lastupdate: String(lastupdate) };
  // A local day differs from the day in UTC by at most one day.
  return {
    startdateymd: toIso(comparedFrom - daySeconds).slice(0, 10),
    enddateymd: toIso(started + daySeconds).slice(0, 10),
  };
}

/** Returns the cursor of a sync that has more pages, or the cursor at which a new sync starts. */
function openCursor({ from, cursor }: WorkoutRange, now: Date): SyncCursor {
  const stored = SyncCursor.safeParse(tryParseJson(cursor ?? ''));
  const started = toEpochSeconds(now);
  if (!stored.success) return { lastupdate: toEpochSeconds(from), started };
  return isUnfinished(stored.data) ? stored.data : { ...stored.data, started };
}

function isUnfinished({ offset, comparedFrom }: SyncCursor): boolean {
  return offset !== undefined || comparedFrom !== undefined;
}

/** Returns the cursor of the list after the last page of a list, or that of the next sync. */
function toNextList(
  { lastupdate, started, compared = started, comparedFrom }: SyncCursor,
  { from, since }: WorkoutRange,
): SyncCursor {
  const isDue = started - compared >= comparisonInterval || since !== undefined;
  if (comparedFrom === undefined && isDue) {
    const weeks = started - comparedDays * daySeconds;
    const earliest = Math.min(weeks, since ? toEpochSeconds(since) : weeks);
    const first = Math.max(earliest, toEpochSeconds(from));
    return { lastupdate, started, compared, comparedFrom: first };
  }
  const end = { lastupdate: started - maxClockDifference, started };
  return { ...end, compared: comparedFrom === undefined ? compared : started };
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function toWorkout(workout: WithingsWorkout): Workout | 'skip' | undefined {
  const { id, category, startdate, enddate, timezone, date, data } = workout;
  if (category === withingsNoActivity) return 'skip';
  const start_time = formatInstant(startdate * 1000);
  if (start_time === undefined) return undefined;
  return createWorkout({
    remote_id: id,
    start_time,
    utc_offset: timezone ? findUtcOffset(timezone, new Date(start_time)) : undefined,
    local_day: date,
    elapsed: enddate - startdate,
    duration: enddate - startdate - (data?.pause_duration ?? 0),
    energy: data?.calories || data?.manual_calories,
    distance: data?.distance || data?.manual_distance,
    avg_heart_rate: data?.hr_average,
    max_heart_rate: data?.hr_max,
    ...mapSport(withingsSports, category),
  });
}
