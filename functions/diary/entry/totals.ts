import Big from 'big.js';
import { compact } from '#shared/runtime/compact.ts';
import type { Entry } from './entry.ts';
import { type ExerciseEntry, findEnergySource } from './exercise.ts';
import { type FoodEntry, nutrients, toMealKey } from './food-entry.ts';
import type { DaySummary, Meal } from './totals-representation.ts';
import { type Energy, kilojoulesPerCalorie } from './values.ts';

/** Exact decimal numbers. A quotient is rounded half up to nine decimal places. */
export const Decimal = Big();
Decimal.DP = 9;
Decimal.RM = Decimal.roundHalfUp;

/** Returns the nearest double after rounding half up to nine decimal places. */
export function toRoundedNumber(value: Big): number {
  return value.round(Decimal.DP).toNumber();
}

/**
 * Computes the meals of a day in the order in which they were first logged, with the names that
 * their first entries have. `entries` is in the order in which they were logged.
 */
export function computeMeals(date: string, entries: readonly FoodEntry[]): Meal[] {
  const entriesByMeal = Map.groupBy(entries, ({ diary_meal }) => toMealKey(diary_meal));
  return [...entriesByMeal.values()].map((mealEntries) => ({
    type: 'diary_meal',
    date,
    diary_meal: mealEntries[0]?.diary_meal ?? '',
    nutritional_contents: sumContents(mealEntries),
  }));
}

/** Sums the contents of food entries, each times its servings. Unknown members are absent. */
function sumContents(entries: readonly FoodEntry[]): Meal['nutritional_contents'] {
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
  const known = exercises.filter((entry) => findEnergySource(entry) === 'stated');
  const energyOut = sumEnergy(known.map(({ energy }) => ({ energy, multiplier: 1 })));
  return {
    date,
    energy_in: energyIn ?? null,
    energy_out: energyOut ?? null,
    energy_unknown: exercises.length - known.length,
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

/** An amount of energy and how many times it counts. The energy is undefined if it is unknown. */
interface CountedEnergy {
  energy: Energy | null | undefined;
  multiplier: number;
}

/**
 * Sums the known amounts in the unit of the first of them. Returns undefined if no amount is known.
 */
export function sumEnergy(amounts: readonly CountedEnergy[]): Energy | undefined {
  const unit = amounts.find(({ energy }) => energy)?.energy?.unit;
  if (!unit) return undefined;

  const calories = sumInUnit(amounts, 'calories');
  const kilojoules = sumInUnit(amounts, 'kilojoules');
  const total = calories.times(kilojoulesPerCalorie).plus(kilojoules);
  const value = unit === 'kilojoules' ? total : total.div(kilojoulesPerCalorie);
  return { unit, value: toRoundedNumber(value) };
}

function sumInUnit(amounts: readonly CountedEnergy[], unit: Energy['unit']): Big {
  let total = new Decimal(0);
  for (const { energy, multiplier } of amounts) {
    if (energy?.unit !== unit) continue;
    total = total.plus(new Decimal(energy.value).times(multiplier));
  }
  return total;
}
