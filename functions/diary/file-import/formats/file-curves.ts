import type {
  CurveValues,
  SummedPoints,
  WorkoutLap,
} from '#functions/diary/series/workout-curves.ts';
import type { WorkoutValues } from '#functions/diary/workout-import/plausible-workout.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { TrackSummary } from './track.ts';

/** A lap as a file states it. */
export interface StatedLap {
  /** Epoch milliseconds. */
  startMs: number | undefined;
  /** Seconds without pauses. */
  duration: number | undefined;
  /** Meters. */
  distance: number | undefined;
  avg_heart_rate: number | undefined;
  max_heart_rate: number | undefined;
}

/** What a file has besides the points of a workout. */
interface FileFacts {
  /** Epoch milliseconds of the start. */
  startMs: number;
  activity_type_id: string | undefined;
  laps?: readonly StatedLap[];
  /** The totals that the file states itself. */
  stated?: StatedTotals;
}

type StatedTotals = Partial<
  Pick<
    WorkoutValues,
    'duration' | 'distance' | 'avg_heart_rate' | 'max_heart_rate' | 'elevation_gain'
  >
>;

/** The most laps of a workout. */
export const maxLaps = 200;

/** Milliseconds. A start that is farther from its points is not that of the clock they have. */
const maxStartGap = 7 * 86_400_000;

const onFootRoots = new Set(
  (['run', 'walk', 'hike'] as const).map((key) => findRootId(getActivityTypeId(key))),
);

/** Returns the curves and the best times of a workout. One lap tells nothing beside the totals. */
export function toFileCurves(
  points: TrackSummary | undefined,
  { startMs, activity_type_id = '', laps = [], stated = {} }: FileFacts,
): Pick<FileWorkout, 'curves' | 'best'> {
  const isOnFoot = onFootRoots.has(findRootId(activity_type_id));
  const firstMs = points?.firstMs ?? startMs;
  const isNear = Math.abs(firstMs - startMs) <= maxStartGap;
  const zeroMs = isNear ? Math.min(firstMs, startMs) : firstMs;
  const shownLaps = laps.length > 1 ? listLaps(laps, zeroMs) : [];
  const { seconds = [], curves, outline, best } = points?.recorded ?? {};
  if (seconds.length < 2 && shownLaps.length === 0) return {};
  const zero = Math.floor(zeroMs / 1000);
  const series = compact({
    ...curves,
    seconds: seconds.map((second) => second - zero),
    cadence: isOnFoot ? double(curves?.cadence) : curves?.cadence,
    laps: shownLaps.length > 0 ? shownLaps : undefined,
    summed: points && findDifferences(points, stated),
  });
  const found = isOnFoot ? best?.onFoot : best?.other;
  const hasBest = found && Object.keys(found).length > 0;
  return compact({
    curves: compact({ series, outline }),
    best: hasBest ? found : undefined,
  });
}

/** A sensor counts the steps of one foot. */
function double(cadence: CurveValues | undefined): CurveValues | undefined {
  return cadence?.map((value) => value && value * 2);
}

function listLaps(laps: readonly StatedLap[], zeroMs: number): WorkoutLap[] {
  const listed = laps.flatMap(({ startMs, duration, distance, ...rates }) => {
    if (startMs === undefined || startMs < zeroMs || !duration) return [];
    const lap = {
      start: Math.round((startMs - zeroMs) / 1000),
      duration: round(duration),
      distance: distance ? round(distance) : undefined,
      avg_heart_rate: rates.avg_heart_rate && Math.round(rates.avg_heart_rate),
      max_heart_rate: rates.max_heart_rate && Math.round(rates.max_heart_rate),
    };
    return [compact(lap)];
  });
  return listed.slice(0, maxLaps);
}

/** Returns those sums of the points that are not what the file states, by more than one percent. */
function findDifferences(
  { duration, avg_heart_rate, max_heart_rate, elevation_gain, recorded }: TrackSummary,
  stated: StatedTotals,
): SummedPoints | undefined {
  const differs = (one: number | undefined, sum: number | undefined) =>
    one && sum && Math.abs(sum - one) > one / 100 ? sum : undefined;
  const summed = compact({
    duration: differs(stated.duration, Math.round(duration)),
    distance: differs(stated.distance, round(recorded?.distance ?? 0)),
    avg_heart_rate: differs(stated.avg_heart_rate, Math.round(avg_heart_rate ?? 0)),
    max_heart_rate: differs(stated.max_heart_rate, max_heart_rate),
    elevation_change: differs(stated.elevation_gain, round(elevation_gain)),
  });
  return Object.keys(summed).length > 0 ? summed : undefined;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
