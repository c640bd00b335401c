import * as z from 'zod/mini';
import { namePattern, text, whenValid } from '#shared/contract/schema.ts';
import type { WithoutNulls } from '#shared/runtime/compact.ts';
import { bounds, lengths } from './bounds.ts';
import { withOffset } from './times.ts';
import {
  CalendarDate,
  DateTime,
  Energy,
  EnergySource,
  quantity,
  roundedQuantity,
  UtcOffset,
  wholeQuantity,
} from './values.ts';

export const exerciseIdMeta = {
  description: 'The id of the exercise.',
  examples: ['1'],
};

/** An integer that a double represents exactly. */
const ExactInteger = z.int({
  error: ({ code }) =>
    code === 'invalid_type'
      ? undefined
      : 'must be sent as a string if it has more than 15 digits',
});

/** An exercise id that is sent as text. An empty id is left to the message about the length. */
const exerciseIdText = text(lengths.exerciseId, 1).check(
  z.refine((id) => id === '' || id.trim() !== '', 'must not be blank'),
);

/**
 * The client's id of an exercise, a string or an integer. It is stored as a string (wire.md Y7).
 * The documentation leaves the integer out, because few languages have a type for both.
 */
const ExerciseId = z.pipe(
  z
    .union([exerciseIdText, ExactInteger], {
      error: ({ input }) =>
        input === undefined ? undefined : 'must be a string or an integer',
    })
    .check(
      z.meta({
        ...exerciseIdMeta,
        type: 'string',
        minLength: 1,
        maxLength: lengths.exerciseId,
        pattern: namePattern,
      }),
    ),
  z.transform(String),
);

const duration = wholeQuantity(bounds.duration, 'Seconds.');
export const maxHeartRateText = 'Beats per minute. At least `avg_heart_rate`.';
const sentHeartRate = roundedQuantity(bounds.heart_rate, 'Beats per minute.');
const sentMaxHeartRate = roundedQuantity(bounds.heart_rate, maxHeartRateText);
export const exerciseQuantities = {
  distance: quantity(bounds.distance, 'Meters.'),
  max_speed: quantity(bounds.max_speed, 'Meters per second.'),
  elevation_change: quantity(bounds.elevation_change, 'Meters, negative downhill.'),
};

/** The members of an exercise entry that a client writes (specification 2.7). */
export const exerciseMembers = {
  date: CalendarDate,
  exercise: z.object({ id: ExerciseId }).check(z.meta({ id: 'ExerciseReferenceInput' })),
  start_time: z.nullish(DateTime),
  start_offset: z.nullish(UtcOffset),
  duration,
  energy: Energy,
  energy_source: z.nullish(EnergySource),
  avg_heart_rate: z.nullish(sentHeartRate),
  max_heart_rate: z.nullish(sentMaxHeartRate),
  distance: z.nullish(exerciseQuantities.distance),
  max_speed: z.nullish(exerciseQuantities.max_speed),
  elevation_change: z.nullish(exerciseQuantities.elevation_change),
};

/** The heart rates of an exercise. Absent and null are unknown. */
export interface HeartRates {
  avg_heart_rate?: number | null | undefined;
  max_heart_rate?: number | null | undefined;
}

/** The problem of an exercise whose maximum heart rate is below the average. */
export const heartRateConflict = {
  path: ['max_heart_rate'],
  message: 'must be at least avg_heart_rate',
};

/** Returns whether the maximum heart rate is below the average. */
export function hasHeartRateConflict({
  avg_heart_rate,
  max_heart_rate,
}: HeartRates): boolean {
  if (avg_heart_rate == null || max_heart_rate == null) return false;
  return max_heart_rate < avg_heart_rate;
}

/** Returns the check that the maximum heart rate is not below the average. */
export function checkHeartRates<T extends HeartRates>() {
  return z.refine<T>((exercise) => !hasHeartRateConflict(exercise), {
    ...heartRateConflict,
    when: whenValid('avg_heart_rate', 'max_heart_rate'),
  });
}

/** The start of an exercise as a client writes it. */
interface WrittenStart {
  start_time?: string | null | undefined;
  start_offset?: string | null | undefined;
}

/**
 * Returns an exercise whose start has the offset that was sent with it. So a client that writes
 * back what it has read does not change the start.
 */
export function placeStart<T extends WrittenStart>({
  start_offset,
  ...exercise
}: T): Omit<T, 'start_offset'> {
  const { start_time } = exercise;
  if (start_time == null || start_offset == null) return exercise;
  return { ...exercise, start_time: withOffset(start_time, start_offset) };
}

/** An energy that a client writes, maybe one that it has read. */
interface WrittenEnergy {
  energy?: Energy | undefined;
  energy_source?: EnergySource | null | undefined;
}

/** Returns a change without an energy that the client has read as an estimated one. */
export function omitEstimate<T extends WrittenEnergy>(change: T): T {
  if (change.energy_source !== 'estimated') return change;
  const { energy: _, energy_source: __, ...others } = change;
  return others as T;
}

/** Returns an exercise whose energy is unknown if the client has read it as an estimated one. */
function forgetEstimate<T extends WrittenEnergy & { energy: Energy }>(exercise: T): T {
  if (exercise.energy_source !== 'estimated') return exercise;
  const energy = { ...exercise.energy, value: 0 };
  return { ...exercise, energy, energy_source: 'unknown' };
}

export const ExerciseCreation = z.pipe(
  z.pipe(
    z
      .object({ type: z.literal('exercise'), ...exerciseMembers })
      .check(checkHeartRates(), z.meta({ id: 'ExerciseInput' })),
    z.transform(placeStart),
  ),
  z.transform(forgetEstimate),
);
export type ExerciseEntry = WithoutNulls<z.output<typeof ExerciseCreation>>;
