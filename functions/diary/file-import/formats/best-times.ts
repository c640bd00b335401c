import type { BestTimes } from '#functions/diary/series/workout-curves.ts';

/** Finds the fastest distances of a recording while its points are read. */
export interface BestTimesSearch {
  /** Adds the meters since the last point, and the time at which they were done. */
  add(ms: number, meters: number): void;
  finish(): BestTimes;
}

/**
 * Meters between two marks, of which each has the time when it was passed. A distance begins at a
 * mark, so the best one may be missed by as much as the pace differs within half of this.
 */
const markDistance = 10;

const distances = [
  { name: 'km1', marks: 1000 / markDistance },
  { name: 'km5', marks: 5000 / markDistance },
  { name: 'km10', marks: 10_000 / markDistance },
] as const;

/** The marks of the longest distance, with both of its ends. */
const keptMarks = 10_000 / markDistance + 1;

/** Meters by which sums of many steps may be less than what a recorder has counted. */
const roundingError = 1e-6;

/** Meters. What comes after as many is not looked at. */
const maxDistance = 5_000_000;

/**
 * Starts a search, which keeps the marks of the last 10 km. Time is that of the clock, also in a
 * pause. A step with more than `maxStepSpeed`, in meters per second, is an error of the positions,
 * which no distance may have in it; one faster than `maxSpeed` is left out.
 */
export function searchBestTimes({
  maxStepSpeed,
  maxSpeed,
}: {
  maxStepSpeed: number;
  maxSpeed: number;
}): BestTimesSearch {
  const passedMs: number[] = [];
  const found = distances.map((one) => ({ ...one, bestMs: Number.POSITIVE_INFINITY }));
  let mark = -1;
  let reached = 0;
  let total = 0;
  let lastMs: number | undefined;

  const pass = (ms: number) => {
    mark += 1;
    passedMs[mark % keptMarks] = ms;
    for (const distance of found) {
      if (mark < distance.marks) return;
      const tookMs = ms - (passedMs[(mark - distance.marks) % keptMarks] ?? 0);
      if (tookMs < distance.bestMs) distance.bestMs = tookMs;
    }
  };
  const begin = (ms: number) => {
    mark = -1;
    reached = 0;
    pass(ms);
  };

  return {
    add(ms, meters) {
      const tookMs = ms - (lastMs ?? Number.NaN);
      const fromMs = lastMs ?? ms;
      lastMs = ms;
      if (!(meters * 1000 <= maxStepSpeed * tookMs)) return begin(ms);
      // Who stands before the start has not begun.
      if (reached + meters === 0) return begin(ms);
      total += meters;
      if (total > maxDistance) return;
      const from = reached;
      reached += meters;
      const end = reached + roundingError;
      for (let next = (mark + 1) * markDistance; next <= end; next += markDistance) {
        pass(fromMs + (tookMs * (next - from)) / meters);
      }
    },
    finish() {
      const best: BestTimes = {};
      for (const { name, marks, bestMs } of found) {
        const seconds = bestMs / 1000;
        const isPlausible = marks * markDistance <= maxSpeed * seconds;
        if (isPlausible && Number.isFinite(seconds)) best[name] = Math.round(seconds);
      }
      return best;
    },
  };
}
