import * as z from 'zod/mini';
import { text } from '#shared/contract/text.ts';
import { bounds, lengths } from './bounds.ts';
import { CalendarDate, Moment, UtcTime } from './dates.ts';
import { Energy, quantity, wholeQuantity } from './quantities.ts';
import type { WithoutNulls } from './strip-nulls.ts';

const exerciseId = z.meta({
  description: 'The id of the exercise.',
  examples: ['134026256871277'],
});

/** An integer that a double represents exactly. */
const ExactInteger = z.int({
  error: ({ code }) =>
    code === 'invalid_type' ? undefined : 'must be sent as a string if it has more than 15 digits',
});

const exerciseIdText = text(lengths.exerciseId, 1).check(
  z.refine((id) => id === '' || id.trim() !== '', 'must not be blank'),
);

/**
 * The client's id of an exercise, a string or an integer. It is stored as a string (decision Y7).
 */
const ExerciseId = z.pipe(
  z
    .union([exerciseIdText, ExactInteger], {
      error: ({ input }) => (input === undefined ? undefined : 'must be a string or an integer'),
    })
    .check(exerciseId),
  z.transform(String),
);

const duration = wholeQuantity(bounds.duration, 'Seconds.');
const heartRate = wholeQuantity(bounds.heart_rate, 'Beats per minute.');
const distance = quantity(bounds.distance, 'Metres.');
const speed = quantity(bounds.max_speed, 'Metres per second.');
const elevation = quantity(bounds.elevation_change, 'Metres, negative downhill.');

/** The members of an exercise entry that a client writes (specification 2.7). */
export const exerciseMembers = {
  date: CalendarDate,
  exercise: z.object({ id: ExerciseId }),
  start_time: z.nullish(Moment),
  duration,
  energy: Energy,
  avg_heart_rate: z.nullish(heartRate),
  max_heart_rate: z.nullish(heartRate),
  distance: z.nullish(distance),
  max_speed: z.nullish(speed),
  elevation_change: z.nullish(elevation),
};

export const ExerciseCreation = z.object({ type: z.literal('exercise'), ...exerciseMembers });
export type ExerciseEntry = WithoutNulls<z.output<typeof ExerciseCreation>>;

/** An exercise entry as clients see it. */
export const ExerciseRepresentation = z.object({
  id: z.string(),
  type: z.literal('exercise'),
  date: CalendarDate,
  exercise: z.object({ id: z.string().check(exerciseId) }),
  start_time: z.nullable(UtcTime),
  duration,
  energy: Energy,
  avg_heart_rate: z.nullable(heartRate),
  max_heart_rate: z.nullable(heartRate),
  distance: z.nullable(distance),
  max_speed: z.nullable(speed),
  elevation_change: z.nullable(elevation),
});

/** Returns an exercise entry as clients see it, with null for absent members. */
export function presentExercise(
  id: string,
  entry: ExerciseEntry,
): z.output<typeof ExerciseRepresentation> {
  const { type, date, exercise, start_time, duration, energy } = entry;
  const { avg_heart_rate, max_heart_rate, distance, max_speed, elevation_change } = entry;
  return {
    id,
    type,
    date,
    exercise,
    start_time: start_time ?? null,
    duration,
    energy,
    avg_heart_rate: avg_heart_rate ?? null,
    max_heart_rate: max_heart_rate ?? null,
    distance: distance ?? null,
    max_speed: max_speed ?? null,
    elevation_change: elevation_change ?? null,
  };
}
