import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { countDays } from './dates.ts';
import { KnownContents, KnownNutrients } from './entry-representation.ts';
import { Incomplete } from './incomplete.ts';
import {
  CalendarDate,
  dateParameter,
  dateRangeText,
  EnergySum,
  maxSummaryDays,
} from './values.ts';

/** A meal as clients see it. It is computed from its food entries and not stored. */
export const MealRepresentation = z.object({
  type: z.literal('diary_meal'),
  date: CalendarDate,
  diary_meal: described(z.string(), 'The name of the meal.', 'Breakfast'),
  nutritional_contents: KnownContents,
});
export type Meal = z.output<typeof MealRepresentation>;

/** The totals of a day, in the units of wire.md Y6. */
export const DaySummary = z
  .object({
    date: CalendarDate,
    energy_in: z
      .nullable(EnergySum)
      .check(
        z.describe('Energy eaten, in the unit of the first food entry. Null if unknown.'),
      ),
    energy_out: z
      .nullable(EnergySum)
      .check(
        z.describe(
          'Energy burned, in the unit of the first exercise with a known energy. Null if none is ' +
            'known.',
        ),
      ),
    energy_unknown: described(
      z.int(),
      'How many exercises have an unknown energy, which `energy_out` leaves out.',
      0,
    ),
    duration: described(z.int(), 'Seconds of exercise. 0 without exercise.', 1800),
    distance: described(
      z.nullable(z.number()),
      'Meters of exercise. Null if no distance is known.',
      5000,
    ),
    nutrients: KnownNutrients,
  })
  .check(z.meta({ id: 'DiaryDaySummary' }));
export type DaySummary = z.output<typeof DaySummary>;

/** The totals of several days as clients see them. */
export const DiarySummary = z
  .object({ items: z.array(DaySummary), incomplete: Incomplete })
  .check(z.meta({ id: 'DiarySummary' }));

/** The days of a query that reads several. */
export const SummaryQuery = z
  .object({
    from: dateParameter(`The first day, ${dateRangeText}.`),
    to: dateParameter(
      `The last day, at most ${maxSummaryDays - 1} days after the first.`,
    ),
  })
  .check(
    z.refine(({ from, to }) => to >= from, {
      path: ['to'],
      error: 'must not be before from',
    }),
    z.refine(({ from, to }) => countDays(from, to) < maxSummaryDays, {
      path: ['to'],
      error: `must be at most ${maxSummaryDays - 1} days after from`,
    }),
  );
