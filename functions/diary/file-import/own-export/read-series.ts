import * as z from 'zod/mini';
import type { PolicyOverrides } from '#functions/auth/data-policy/data-policy.ts';
import type { WorkoutCurves } from '#functions/diary/series/workout-curves.ts';
import { maxWorkoutDuration } from '#functions/diary/workout-import/workout.ts';
import { toExportedRecordId } from '#functions/diary/workout-import/workout-record.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findKnownType, isForbidden } from './read-original.ts';

const between = (min: number, max: number) =>
  z.number().check(z.minimum(min), z.maximum(max));

const maxPoints = 240;
const maxLaps = 200;
const maxLapCount = 500_000;

const seconds = between(0, maxWorkoutDuration);
const meters = between(0, 5_000_000);
const beats = between(0, 500);
const curve = (value: ReturnType<typeof between>) =>
  z.optional(z.array(z.nullable(value)).check(z.maxLength(maxPoints)));

const Lap = z.object({
  start: seconds,
  duration: seconds,
  distance: z.optional(meters),
  avg_heart_rate: z.optional(beats),
  max_heart_rate: z.optional(beats),
});

const Totals = z.object({
  duration: z.optional(seconds),
  distance: z.optional(meters),
  avg_heart_rate: z.optional(beats),
  max_heart_rate: z.optional(beats),
  elevation_change: z.optional(between(0, 20_000)),
});

const Position = z.tuple([between(-90, 90), between(-180, 180)]);

const curves = {
  distance: curve(meters),
  elevation: curve(between(-20_000, 20_000)),
  heart_rate: curve(beats),
  speed: curve(between(0, 1_000)),
  cadence: curve(between(0, 10_000)),
  power: curve(between(0, 10_000)),
};

const Exported = z.object({
  batch: z.string().check(z.maxLength(100)),
  remote_connection_type: z.optional(z.string().check(z.maxLength(100))),
  seconds: z.array(seconds).check(z.maxLength(maxPoints)),
  ...curves,
  laps: z.optional(z.array(Lap).check(z.maxLength(maxLaps))),
  lap_count: z.optional(z.int().check(z.minimum(0), z.maximum(maxLapCount))),
  stated: z.optional(Totals),
  summed: z.optional(Totals),
  outline: z.optional(z.array(z.array(Position)).check(z.maxLength(maxPoints))),
});

/** The series of a workout of an export, and the record of the workout. */
export interface ReadSeries {
  record_id: string;
  remote_connection_type: string | undefined;
  curves: WorkoutCurves;
}

/**
 * Reads the series of a workout of an export. Returns `implausible` if it is none, and `terms` if
 * the terms of its provider do not allow to take it.
 */
export function readSeries(
  stated: unknown,
  overrides: PolicyOverrides,
): ReadSeries | 'implausible' | 'terms' {
  const read = Exported.safeParse(stated);
  if (!read.success) return 'implausible';
  const { batch, remote_connection_type: type, outline, ...series } = read.data;
  const remote_connection_type = findKnownType(overrides, type);
  if (remote_connection_type && isForbidden(overrides, remote_connection_type))
    return 'terms';
  const { length } = series.seconds;
  const isAligned = (Object.keys(curves) as (keyof typeof curves)[]).every(
    (name) => (series[name] ?? series.seconds).length === length,
  );
  const isInOrder = [series.seconds, series.distance ?? []].every(isNeverLess);
  const positions = outline?.reduce((sum, part) => sum + part.length, 0) ?? 0;
  if (!isAligned || !isInOrder || positions > maxPoints) return 'implausible';
  return {
    record_id: toExportedRecordId(batch, remote_connection_type),
    remote_connection_type,
    curves: compact({ series, outline }) as WorkoutCurves,
  };
}

function isNeverLess(values: readonly (number | null)[]): boolean {
  let last = 0;
  return values.every((value) => {
    const isInOrder = value === null || value >= last;
    last = value ?? last;
    return isInOrder;
  });
}
