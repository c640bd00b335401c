import type Big from 'big.js';
import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { compact } from '#shared/runtime/compact.ts';
import { CalendarDate } from './dates.ts';
import { Decimal, toRoundedNumber } from './decimal.ts';
import type { FoodEntry } from './food-entry.ts';
import { KnownContents, nutrients } from './nutrition.ts';
import type { Energy } from './quantities.ts';

/** A meal as clients see it. It is computed from its food entries and not stored. */
export const MealRepresentation = z.object({
  type: z.literal('diary_meal'),
  date: CalendarDate,
  diary_meal: described(z.string(), 'The name of the meal.', 'Breakfast'),
  nutritional_contents: KnownContents,
});
export type Meal = z.output<typeof MealRepresentation>;

const kilojoulesPerCalorie = new Decimal(4.184);

/**
 * Computes the meals of a day in the order in which they were first logged. `entries` is in the
 * order written.
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

function sumContents(entries: readonly FoodEntry[]): Meal['nutritional_contents'] {
  const sums = nutrients.map((nutrient) => {
    const total = sum(entries, (entry) => entry.nutritional_contents[nutrient]);
    return [nutrient, total && toRoundedNumber(total)] as const;
  });
  return compact({ energy: sumEnergy(entries), ...Object.fromEntries(sums) });
}

/** Returns the energy of a meal in the unit of its first entry that has one (wire.md Y6). */
function sumEnergy(entries: readonly FoodEntry[]): Energy | undefined {
  const first = entries.find((entry) => entry.nutritional_contents.energy);
  const unit = first?.nutritional_contents.energy?.unit;
  if (!unit) return undefined;

  const calories = sumEnergyInUnit(entries, 'calories');
  const kilojoules = sumEnergyInUnit(entries, 'kilojoules');
  const total = calories.times(kilojoulesPerCalorie).plus(kilojoules);
  const value = unit === 'kilojoules' ? total : total.div(kilojoulesPerCalorie);
  return { unit, value: toRoundedNumber(value) };
}

function sumEnergyInUnit(entries: readonly FoodEntry[], unit: Energy['unit']): Big {
  const total = sum(entries, ({ nutritional_contents: { energy } }) =>
    energy?.unit === unit ? energy.value : undefined,
  );
  return total ?? new Decimal(0);
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
