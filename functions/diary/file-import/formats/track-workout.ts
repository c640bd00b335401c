import { isIndoors } from '#functions/diary/entry/indoors.ts';
import {
  formatInstant,
  toPlausible,
  type WorkoutValues,
} from '#functions/diary/workout-import/plausible-workout.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import type { FileContext } from './decoded-file.ts';
import { toImplausibleNote } from './file-changes.ts';
import { toFileCurves } from './file-curves.ts';
import { mapFileSport } from './map-file-sport.ts';
import { findStartPlace } from './start-offset.ts';
import type { TrackSummary } from './track.ts';

/** A track of a format that knows no more of a workout than its points and its sport. */
export interface TrackRecording {
  /** The word for the sport. */
  type: string;
  summary: TrackSummary;
  /** The offset that the first time states. */
  statedOffset: number | undefined;
  /** What some programs write beside the points. They only tell what these do not. */
  sums?: TrackSums;
}

/** The sums beside the points of a track. */
export type TrackSums = Pick<
  Partial<WorkoutValues>,
  'energy' | 'distance' | 'avg_heart_rate' | 'max_speed'
>;

/** Converts a track to a workout, or returns undefined if its times are implausible. */
export function toTrackWorkout(
  { type, summary, statedOffset, sums = {} }: TrackRecording,
  context: FileContext,
): FileWorkout | undefined {
  const { firstMs, elapsed, duration } = summary;
  const sport = mapFileSport(type);
  const start = {
    startMs: firstMs,
    stated:
      statedOffset === undefined ? undefined : { offset: statedOffset, atMs: firstMs },
    position: summary.start,
    isIndoors: context.isIndoors || isIndoors(sport),
  };
  const values = {
    start_time: formatInstant(firstMs),
    ...findStartPlace(start, context),
    duration,
    elapsed: elapsed > duration ? elapsed : undefined,
    energy: sums.energy,
    distance: summary.distance || sums.distance,
    avg_heart_rate: summary.avg_heart_rate ?? sums.avg_heart_rate,
    max_heart_rate: summary.max_heart_rate,
    max_speed: sums.max_speed,
    elevation_gain: summary.elevation_gain,
    ...sport,
    ...toFileCurves(summary, { ...sport, startMs: firstMs }),
  };
  return toPlausible(values, toImplausibleNote(context.note));
}
