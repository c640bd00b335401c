import type Big from 'big.js';
import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { compact } from '#shared/runtime/compact.ts';
import { CalendarDate } from './dates.ts';
import { Decimal, toRoundedNumber } from './decimal.ts';
import { sumEnergy } from './energy-sum.ts';
import type { FoodEntry } from './food-entry.ts';
import { KnownContents, nutrients } from './nutrition.ts';

/** A meal as clients see it. It is computed from its food entries and not stored. */
export const MealRepresentation = z.object({
  type: z.literal('diary_meal'),
  date: CalendarDate,
  diary_meal: described(z.string(), 'The name of the meal.', 'Breakfast'),
  nutritional_contents: KnownContents,
});
export type Meal = z.output<typeof MealRepresentation>;

/**
 * Computes the meals of a day in the order in which they were first logged. `entries` is in the
 * order in which they were logged.
 */
export function computeMeals(date: string, entries: readonly FoodEntry[]): Meal[] {
  const entriesByMeal = Map.groupBy(entries, ({ diary_meal }) => diary_meal);
  return [...entriesByMeal].map(([diary_meal, mealEntries]) => ({
    type: 'diary_meal',
    date,
    diary_meal,
    nutritional_contents: sumContents(mealEntries),
  }));
}

/** Sums the contents of food entries, each times its servings. Unknown members are absent. */
export function sumContents(entries: readonly FoodEntry[]): Meal['nutritional_contents'] {
  const energies = entries.map(({ nutritional_contents: { energy }, servings }) => ({
    energy,
    multiplier: servings,
  }));
  const sums = nutrients.map((nutrient) => {
    const total = sum(entries, (entry) => entry.nutritional_contents[nutrient]);
    return [nutrient, total && toRoundedNumber(total)] as const;
  });
  return compact({ energy: sumEnergy(energies), ...Object.fromEntries(sums) });
}

/** Sums the known amounts, each times its servings. Returns undefined if no amount is known. */
function sum(
  entries: readonly FoodEntry[],
  getAmount: (entry: FoodEntry) => number | undefined,
): Big | undefined {
  let total: Big | undefined;
  for (const entry of entries) {
    const amount = getAmount(entry);
    if (amount === undefined) continue;
    const eaten = new Decimal(amount).times(entry.servings);
    total = total ? total.plus(eaten) : eaten;
  }
  return total;
}
