import type Big from 'big.js';
import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { CalendarDate } from './dates.ts';
import { Decimal, toRoundedNumber } from './decimal.ts';
import { sumEnergy } from './energy-sum.ts';
import type { Entry } from './entry.ts';
import type { ExerciseEntry } from './exercise.ts';
import { sumContents } from './meal.ts';
import { KnownNutrients } from './nutrition.ts';
import { EnergySum } from './quantities.ts';

/** The totals of a day (wire.md Y11), in the units of wire.md Y6. */
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
          'Energy burned, in the unit of the first exercise. Null without exercise.',
        ),
      ),
    duration: described(z.int(), 'Seconds of exercise.', 1800),
    distance: described(
      z.nullable(z.number()),
      'Meters of exercise. Null if no distance is known.',
      5000,
    ),
    nutrients: KnownNutrients,
  })
  .check(z.meta({ id: 'DiaryDaySummary' }));
export type DaySummary = z.output<typeof DaySummary>;

/** Returns the totals of each day that has entries, in the order of the days. */
export function summarizeDays(entries: readonly Entry[]): DaySummary[] {
  const entriesByDate = Map.groupBy(entries, ({ date }) => date);
  const summaries = [...entriesByDate].map(([date, entriesOfDay]) =>
    summarizeDay(date, entriesOfDay),
  );
  return summaries.sort((one, other) => (one.date < other.date ? -1 : 1));
}

function summarizeDay(date: string, entries: readonly Entry[]): DaySummary {
  const exercises = entries.filter((entry) => entry.type === 'exercise');
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const { energy: energyIn, ...nutrients } = sumContents(foodEntries);
  const energyOut = sumEnergy(exercises.map(({ energy }) => ({ energy, multiplier: 1 })));
  return {
    date,
    energy_in: energyIn ?? null,
    energy_out: energyOut ?? null,
    duration: exercises.reduce((total, { duration }) => total + duration, 0),
    distance: sumDistances(exercises),
    nutrients,
  };
}

function sumDistances(exercises: readonly ExerciseEntry[]): number | null {
  let total: Big | undefined;
  for (const { distance } of exercises) {
    if (distance === undefined) continue;
    total = (total ?? new Decimal(0)).plus(distance);
  }
  return total ? toRoundedNumber(total) : null;
}
