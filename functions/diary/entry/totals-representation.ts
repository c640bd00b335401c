import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { KnownContents, KnownNutrients } from './entry-representation.ts';
import { CalendarDate, EnergySum } from './values.ts';

/** A meal as clients see it. It is computed from its food entries and not stored. */
export const MealRepresentation = z.object({
  type: z.literal('diary_meal'),
  date: CalendarDate,
  diary_meal: described(z.string(), 'The name of the meal.', 'Breakfast'),
  nutritional_contents: KnownContents,
});
export type Meal = z.output<typeof MealRepresentation>;

/** The members of a total, in the units of wire.md Y6. */
const totals = {
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
  energy_out_estimated: z
    .optional(EnergySum)
    .check(
      z.describe(
        'The part of `energy_out` that is estimated, in its unit. Absent if nothing is.',
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
};

/** The totals of some entries. */
const Totals = z.object(totals);
export type Totals = z.output<typeof Totals>;

/** The totals of a day. */
export const DaySummary = z.object({ date: CalendarDate, ...totals });
export type DaySummary = z.output<typeof DaySummary>;
