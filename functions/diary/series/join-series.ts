import { compact } from '#shared/runtime/compact.ts';
import type { WorkoutSeries } from './workout-curves.ts';

/** Returns whether a series has curves. One can have laps only. */
export function hasPoints({ seconds }: WorkoutSeries): boolean {
  return seconds.length > 0;
}

/**
 * Returns the series of a workout with several recordings: the curves of the first that has some,
 * and the laps of the first that has some.
 */
export function joinSeries(series: readonly WorkoutSeries[]): WorkoutSeries | undefined {
  const shown = series.find(hasPoints) ?? series[0];
  const withLaps = series.find(({ laps }) => laps !== undefined);
  if (!shown || !withLaps) return shown;
  const { laps, lap_count } = withLaps;
  return compact({ ...shown, laps, lap_count });
}
