import * as z from 'zod/mini';
import { text } from '../../../shared/contract/text.ts';
import { bounds, lengths } from './bounds.ts';
import { CalendarDate, Moment } from './dates.ts';
import type { Given } from './given.ts';
import { Energy, quantity, wholeQuantity } from './quantities.ts';

/** The id of an exercise, which belongs to the client: a text or a number, kept as a text (decision Y7). */
const ExerciseId = z.pipe(
  z
    .union([text(lengths.exerciseId, 1), z.int()], 'must be a string, or a whole number')
    .check(z.meta({ description: 'The id of the exercise.', examples: ['134026256871277'] })),
  z.transform(String),
);

const heartRate = (description: string) => z.nullish(wholeQuantity(bounds.heart_rate, description));

/** The members of an exercise entry that a client writes (specification 2.7). */
export const exerciseMembers = {
  date: CalendarDate,
  exercise: z.object({ id: ExerciseId }),
  start_time: z.nullish(Moment),
  duration: wholeQuantity(bounds.duration, 'Seconds.'),
  energy: Energy,
  avg_heart_rate: heartRate('Beats a minute.'),
  max_heart_rate: heartRate('Beats a minute.'),
  distance: z.nullish(quantity(bounds.distance, 'Metres.')),
  max_speed: z.nullish(quantity(bounds.max_speed, 'Metres a second.')),
  elevation_change: z.nullish(quantity(bounds.elevation_change, 'Metres, negative downhill.')),
};

export const ExerciseCreation = z.object({ type: z.literal('exercise'), ...exerciseMembers });
export type ExerciseEntry = Given<z.output<typeof ExerciseCreation>>;

const optionalNumber = z.nullable(z.number());

/** An exercise entry as clients see it. */
export const ExerciseRepresentation = z.object({
  id: z.string(),
  type: z.literal('exercise'),
  date: z.string(),
  exercise: z.object({ id: z.string() }),
  start_time: z.nullable(z.string()),
  duration: z.number(),
  energy: Energy,
  avg_heart_rate: optionalNumber,
  max_heart_rate: optionalNumber,
  distance: optionalNumber,
  max_speed: optionalNumber,
  elevation_change: optionalNumber,
});

/** An exercise entry with null for what was not given. */
export function presentExercise(id: string, entry: ExerciseEntry): z.output<typeof ExerciseRepresentation> {
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
