import type {
  CurveValues,
  WorkoutLap,
  WorkoutSeries,
  WorkoutTotals,
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

/** The most laps of a workout that are kept, and those that are read to be counted. */
const maxLaps = 200;
export const maxStatedLaps = 10_000;

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
  const lapFacts = laps.length > 1 ? listLaps(laps, zeroMs) : {};
  const { seconds = [], curves, outline, onFoot, other } = points?.recorded ?? {};
  if (seconds.length < 2 && !lapFacts.laps) return {};
  const zero = Math.floor(zeroMs / 1000);
  const speeds = isOnFoot ? onFoot : other;
  const series = compact({
    ...curves,
    seconds: seconds.map((second) => second - zero),
    speed: speeds?.speed,
    cadence: isOnFoot ? toSteps(curves?.cadence) : curves?.cadence,
    ...lapFacts,
    ...(points ? findDifferences(points, stated) : {}),
  });
  const { best = {} } = speeds ?? {};
  const hasBest = Object.keys(best).length > 0;
  return compact({
    curves: compact({ series, outline }),
    best: hasBest ? best : undefined,
  });
}

/** Nobody takes as many steps a minute with one foot, on average. */
const maxOneFoot = 120;

/** Returns the steps of both feet. A sensor counts those of one, and some apps all. */
function toSteps(cadence: CurveValues | undefined): CurveValues | undefined {
  const known = cadence?.filter((value) => value !== null) ?? [];
  const sum = known.reduce((total, value) => total + value, 0);
  const feet = sum > maxOneFoot * known.length ? 1 : 2;
  return cadence?.map((value) => value && value * feet);
}

function listLaps(
  laps: readonly StatedLap[],
  zeroMs: number,
): Pick<WorkoutSeries, 'laps' | 'lap_count'> {
  const listed = laps.flatMap(
    ({ startMs, duration, distance, avg_heart_rate, max_heart_rate }): WorkoutLap[] => {
      if (startMs === undefined || startMs < zeroMs || !duration) return [];
      const lap = {
        start: Math.round((startMs - zeroMs) / 1000),
        duration: round(duration),
        distance: distance ? round(distance) : undefined,
        avg_heart_rate: avg_heart_rate ? Math.round(avg_heart_rate) : undefined,
        max_heart_rate: max_heart_rate ? Math.round(max_heart_rate) : undefined,
      };
      return [compact(lap)];
    },
  );
  if (listed.length === 0) return {};
  const lap_count = listed.length > maxLaps ? listed.length : undefined;
  return compact({ laps: listed.slice(0, maxLaps), lap_count });
}

/**
 * Returns what the file states and what the points add up to, where both differ by more than one
 * percent. A workout begins and ends between two points, so a duration may differ by a step.
 */
function findDifferences(
  { duration, avg_heart_rate, max_heart_rate, elevation_gain, recorded }: TrackSummary,
  { elevation_gain: elevation_change, ...stated }: StatedTotals,
): Pick<WorkoutSeries, 'stated' | 'summed'> {
  const sums = {
    duration: Math.round(duration),
    distance: round(recorded?.distance ?? 0),
    avg_heart_rate: Math.round(avg_heart_rate ?? 0),
    max_heart_rate,
    elevation_change: round(elevation_gain),
  };
  const step = duration / (recorded?.seconds.length ?? 1);
  const totals: WorkoutTotals = { ...compact(stated), ...compact({ elevation_change }) };
  const names = (Object.keys(sums) as (keyof WorkoutTotals)[]).filter((name) => {
    const [total, sum] = [totals[name], sums[name]];
    if (!total || !sum) return false;
    return Math.abs(sum - total) > Math.max(total / 100, name === 'duration' ? step : 0);
  });
  if (names.length === 0) return {};
  const pick = (all: WorkoutTotals): WorkoutTotals =>
    Object.fromEntries(names.map((name) => [name, all[name]]));
  return { stated: pick(totals), summed: pick(compact(sums)) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
