import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import type { WorkoutSeries } from './workout-curves.ts';

const meters = z.number();
const beats = z.number();

const curve = (description: string, example: (number | null)[]) =>
  z.optional(described(z.array(z.nullable(z.number())), description, example));

const Lap = z
  .object({
    start: described(z.number(), 'Seconds from the start of the workout.', 0),
    duration: described(z.number(), 'Seconds without pauses.', 312.5),
    distance: z.optional(described(meters, 'Meters.', 1000)),
    avg_heart_rate: z.optional(described(beats, 'Beats per minute.', 142)),
    max_heart_rate: z.optional(described(beats, 'Beats per minute.', 155)),
  })
  .check(z.meta({ id: 'WorkoutLap' }));

const Totals = z.object({
  duration: z.optional(described(z.number(), 'Seconds.', 1795)),
  distance: z.optional(described(meters, 'Meters.', 4980.5)),
  avg_heart_rate: z.optional(described(beats, 'Beats per minute.', 141.5)),
  max_heart_rate: z.optional(described(beats, 'Beats per minute.', 171)),
  elevation_change: z.optional(described(meters, 'Meters of ascent.', 42)),
});

const Stated = Totals.check(
  z.meta({
    id: 'StatedTotals',
    description:
      'The totals that the recording states and that its points do not add up to, by more than ' +
      'one percent. They stay if the entry is changed.',
  }),
);

const Summed = Totals.check(
  z.meta({ id: 'SummedPoints', description: 'What all points add up to instead.' }),
);

const Series = z
  .object({
    seconds: described(
      z.array(z.number()),
      'Seconds from the start of the workout to each point. A pause has no points.',
      [0, 15, 30],
    ),
    distance: curve('Meters since the start.', [0, 45.5, 92]),
    elevation: curve('Meters above the sea.', [520.4, 520.9, null]),
    heart_rate: curve('Beats per minute.', [118, 124, 131]),
    speed: curve('Meters per second.', [3.02, 3.05, 3.1]),
    cadence: curve(
      'Per minute: steps of a runner, turns of a cyclist, strokes of a swimmer.',
      [162, 164, 166],
    ),
    power: curve('Watts.', [210, 220, null]),
    laps: z.optional(described(z.array(Lap), 'The first 200 laps, in their order.')),
    lap_count: z.optional(described(z.int(), 'The number of all laps, if more.', 250)),
    stated: z.optional(Stated),
    summed: z.optional(Summed),
  })
  .check(z.meta({ id: 'WorkoutSeries' }));

/** The series of an entry as clients see it. It never has a position. */
export const EntrySeries = z
  .object({
    id: described(z.string(), 'The id of the entry.'),
    series: z
      .nullable(Series)
      .check(
        z.describe(
          'The curves of the recording, of at most 240 points, and at most 200 laps. A curve has ' +
            'a value for each point, null where nothing was measured, and is absent if it has ' +
            'none. Null if the entry has no series.',
        ),
      ),
  })
  .check(z.meta({ id: 'DiaryEntrySeries' }));

/** Returns the series of an entry as clients see it. */
export function presentSeries(
  id: string,
  series: WorkoutSeries | undefined,
): z.input<typeof EntrySeries> {
  return { id, series: (series ?? null) as z.input<typeof EntrySeries>['series'] };
}
