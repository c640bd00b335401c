import { toFileCurves } from '#functions/diary/file-import/formats/file-curves.ts';
import { toPosition } from '#functions/diary/file-import/formats/place-time.ts';
import {
  createTrack,
  type TrackPoint,
} from '#functions/diary/file-import/formats/track.ts';
import type { SampledWorkout } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import { toPlausible } from '#functions/diary/workout-import/plausible-workout.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { readTime } from './moment.ts';
import { listObjects, type Members, readNumber } from './push.ts';

type TimedPoint = TrackPoint & { ms: number };

/** Milliseconds for which a heart rate stands: the app has one for each minute. */
const rateMs = 60_000;

/**
 * Returns the curves of the route and the heart rates of a workout, and those of its values that it
 * does not state. Returns undefined if it has neither.
 */
export function recordPoints(
  sent: Members,
  stated: FileWorkout,
  zone: string,
): SampledWorkout | undefined {
  const rates = toRates(sent.heartRateData, zone);
  const route = toRoute(sent.route, zone);
  const points = route.length > 0 ? addRates(route, rates) : rates;
  if (points.length === 0) return undefined;
  const track = createTrack();
  for (const point of points) track.add(point);
  const summary = track.summarize();
  if (!summary) return undefined;
  const { avg_heart_rate, max_heart_rate, distance, elevation_gain } = summary;
  const values = { ...stated, avg_heart_rate, max_heart_rate, distance, elevation_gain };
  const startMs = Date.parse(stated.start_time);
  return compact({
    ...pickValues(toPlausible(values)),
    ...toFileCurves(summary, { ...stated, startMs, stated }),
  });
}

function pickValues(workout: Partial<FileWorkout> = {}): SampledWorkout {
  const { avg_heart_rate, max_heart_rate, distance, elevation_gain } = workout;
  return compact({ avg_heart_rate, max_heart_rate, distance, elevation_gain });
}

/** Reads the positions, of version 2 or 1, in the order of their times. */
function toRoute(list: unknown, zone: string): TimedPoint[] {
  return toPoints(list, zone, 'timestamp', (row) => {
    const latitude = readNumber(row.latitude ?? row.lat);
    const longitude = readNumber(row.longitude ?? row.lon);
    const position = toPosition(latitude, longitude);
    const [altitude, speed] = [readNumber(row.altitude), readNumber(row.speed)];
    return position && { position, altitude, speed };
  });
}

function toRates(list: unknown, zone: string): TimedPoint[] {
  return toPoints(list, zone, 'date', ({ Avg, qty }) => {
    const heartRate = readNumber(Avg) ?? readNumber(qty);
    return heartRate === undefined ? undefined : { heartRate };
  });
}

function toPoints(
  list: unknown,
  zone: string,
  timeName: 'timestamp' | 'date',
  read: (row: Members) => TrackPoint | undefined,
): TimedPoint[] {
  const points = listObjects(list).flatMap((row) => {
    const point = read(row);
    const time = point && readTime(row[timeName], zone)?.time;
    return time === undefined ? [] : { ...point, ms: Date.parse(time) };
  });
  return points.sort((one, other) => one.ms - other.ms);
}

/** Gives each position the heart rate of its minute. */
function addRates(
  route: readonly TimedPoint[],
  rates: readonly TimedPoint[],
): TimedPoint[] {
  let next = 0;
  return route.map((point) => {
    while ((rates[next]?.ms ?? Number.POSITIVE_INFINITY) <= point.ms) next += 1;
    const rate = rates[next - 1];
    const isOfMinute = rate !== undefined && point.ms - rate.ms < rateMs;
    return isOfMinute ? { ...point, heartRate: rate.heartRate } : point;
  });
}
