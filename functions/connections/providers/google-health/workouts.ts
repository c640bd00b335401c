import * as z from 'zod/mini';
import {
  createRequest,
  hasShape,
  interpretForbidden,
} from '#functions/connections/provider-definition/call.ts';
import {
  listByWindow,
  type Window,
} from '#functions/connections/provider-definition/list-workouts.ts';
import {
  createWorkout,
  Instant,
  OptionalText,
  pickMember,
  Reading,
} from '#functions/connections/provider-definition/readings.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { googleHealthSports } from './sports.data.ts';

const exercisesUrl =
  'https://health.googleapis.com/v4/users/me/dataTypes/exercise/dataPoints';

/** A duration such as `7200s`. */
export const Seconds = z.catch(
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^-?\d+(\.\d+)?s$/)),
      z.transform((text) => Number.parseFloat(text)),
    ),
  ),
  undefined,
);

const Metrics = z.object({
  caloriesKcal: Reading,
  distanceMillimeters: Reading,
  elevationGainMillimeters: Reading,
  averageHeartRateBeatsPerMinute: Reading,
});

/** The source of a workout. The shape of `device` varies, so an unreadable device is left out. */
const DataSource = z.object({
  platform: OptionalText,
  device: z.catch(
    z.optional(z.object({ displayName: OptionalText, manufacturer: OptionalText })),
    undefined,
  ),
});

const DataPoint = z.object({
  name: z.string(),
  dataSource: z.catch(z.optional(DataSource), undefined),
  exercise: z.object({
    interval: z.object({ startTime: Instant, startUtcOffset: Seconds, endTime: Instant }),
    exerciseType: OptionalText,
    activeDuration: Seconds,
    metricsSummary: z.catch(z.optional(Metrics), undefined),
  }),
});
type DataPoint = z.output<typeof DataPoint>;

const GooglePage = z.object({
  dataPoints: z.nullish(z.array(z.unknown())),
  nextPageToken: z.nullish(z.string()),
});

const GoogleError = z.object({ error: z.object({ code: z.int() }) });

/** Sends a request to Google, which responds with 403 if a scope is missing. */
export const requestGoogle = createRequest({
  isOwnError: hasShape(GoogleError),
  interpret: interpretForbidden,
});

const DataPointId = z.pipe(pickMember('name', z.string()), z.transform(toRemoteId));

function toRemoteId(name: string): string {
  return name.split('/').at(-1) ?? '';
}

/** Lists the workouts of a window of start times. A page has at most 25. */
export const listGoogleWorkouts = listByWindow({
  request: requestGoogle,
  toUrl: (window) => {
    const pageToken = window.position || undefined;
    const query = compact({ pageSize: '25', filter: toFilter(window), pageToken });
    return `${exercisesUrl}?${new URLSearchParams(query)}`;
  },
  Page: GooglePage,
  readPage: ({ dataPoints: items, nextPageToken }) => ({
    items: items ?? [],
    next: nextPageToken || undefined,
  }),
  Item: DataPoint,
  Id: DataPointId,
  toWorkout,
});

/**
 * Returns the filter (AIP-160) that selects workouts since the start of a window. The API compares
 * local times, which can be up to 12 hours behind UTC, so the filter starts a day early.
 */
function toFilter({ from }: Window): string {
  const dayBefore = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 19);
  return `exercise.interval.civil_start_time >= "${dayBefore}"`;
}

function toWorkout({ name, dataSource, exercise }: DataPoint): Workout | undefined {
  const { interval, activeDuration, metricsSummary: metrics } = exercise;
  const elapsed = (Date.parse(interval.endTime) - Date.parse(interval.startTime)) / 1000;
  return createWorkout({
    remote_id: toRemoteId(name),
    start_time: interval.startTime,
    utc_offset: interval.startUtcOffset,
    duration: activeDuration || elapsed,
    elapsed,
    energy: metrics?.caloriesKcal,
    distance: toMeters(metrics?.distanceMillimeters),
    avg_heart_rate: metrics?.averageHeartRateBeatsPerMinute,
    elevation_gain: toMeters(metrics?.elevationGainMillimeters),
    ...mapSport(googleHealthSports, exercise.exerciseType ?? 'OTHER'),
    device: toDevice(dataSource),
    is_relayed: isRelayed(dataSource),
  });
}

/** Returns whether the workout came from another platform than that of Google's own devices. */
function isRelayed(source: DataPoint['dataSource']): true | undefined {
  const { platform } = source ?? {};
  return platform && platform !== 'FITBIT' ? true : undefined;
}

function toMeters(millimeters: number | undefined): number | undefined {
  return millimeters === undefined ? undefined : millimeters / 1000;
}

function toDevice(source: DataPoint['dataSource']): Workout['device'] {
  const { displayName, manufacturer } = source?.device ?? {};
  return displayName ? compact({ manufacturer, model: displayName }) : undefined;
}
