import Big from 'big.js';
import { compact } from '#shared/runtime/compact.ts';
import { kilojoulesPerCalorie } from './bounds.ts';
import { findEnergySource } from './energy-source.ts';
import type { Entry } from './entry.ts';
import type { FoodEntry } from './food-entry.ts';
import { toMealKey } from './meal-key.ts';
import { nutrients } from './nutrients.ts';
import type { DaySummary, Meal, Totals } from './totals-representation.ts';
import type { Energy } from './values.ts';

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
  const contents = startContents();
  for (const entry of entries) contents.add(entry);
  return contents.present();
}

/** Starts a sum of contents of food. */
function startContents() {
  const energies = startEnergy();
  const sums = nutrients.map((name) => [name, startSum()] as const);
  return {
    add({ nutritional_contents, servings }: FoodEntry): void {
      energies.add(nutritional_contents.energy, servings);
      const thousandths = toThousandths(servings);
      for (const [name, sum] of sums)
        sum.add(nutritional_contents[name], servings, thousandths);
    },
    present(): Meal['nutritional_contents'] {
      const known = sums.map(([name, sum]) => [name, sum.present()] as const);
      return compact({ energy: energies.present(), ...Object.fromEntries(known) });
    },
  };
}

/** Starts a sum of energy, which is in the unit of the first known amount. */
function startEnergy() {
  let unit: Energy['unit'] | undefined;
  const sums = { calories: startSum(), kilojoules: startSum() };
  return {
    add(energy: Energy | null | undefined, multiplier = 1): void {
      if (!energy) return;
      unit ??= energy.unit;
      sums[energy.unit].add(energy.value, multiplier);
    },
    /** Returns undefined if no amount is known. */
    present(inUnit = unit): Energy | undefined {
      if (!unit || !inUnit) return undefined;
      const calories = sums.calories.get();
      const total = calories.times(kilojoulesPerCalorie).plus(sums.kilojoules.get());
      const value = inUnit === 'kilojoules' ? total : total.div(kilojoulesPerCalorie);
      return { unit: inUnit, value: toRoundedNumber(value) };
    },
  };
}

/** The units in which numbers of few decimals are whole numbers. */
const perUnit = 1000;

/**
 * Returns a number in thousandths if it has at most three decimal places, or else NaN. 15 digits
 * are the most of which a double always has all.
 */
function toThousandths(value: number): number {
  const thousandths = Math.round(value * perUnit);
  const isExact = thousandths / perUnit === value && Math.abs(thousandths) < 1e15;
  return isExact ? thousandths : Number.NaN;
}

/**
 * Starts an exact sum of amounts, each times how often it counts. Most are added as integers, which
 * takes a tenth of the time of decimals.
 */
function startSum() {
  let isKnown = false;
  let millionths = 0;
  let others = new Decimal(0);
  const get = () => new Decimal(millionths).div(perUnit ** 2).plus(others);
  return {
    add(
      amount: number | undefined,
      multiplier = 1,
      thousandths = toThousandths(multiplier),
    ): void {
      if (amount === undefined) return;
      isKnown = true;
      const product = toThousandths(amount) * thousandths;
      const total = millionths + product;
      if (Number.isSafeInteger(product) && Number.isSafeInteger(total))
        millionths = total;
      else others = others.plus(new Decimal(amount).times(multiplier));
    },
    get,
    /** Returns undefined if no amount is known. */
    present(): number | undefined {
      if (!isKnown) return undefined;
      // A quotient of integers is the double next to it, as the rounded decimal is.
      return others.eq(0) ? millionths / perUnit ** 2 : toRoundedNumber(get());
    },
  };
}

/** Returns the totals of each day that has entries, in the order of the days. */
export function summarizeDays(entries: readonly Entry[]): DaySummary[] {
  const entriesByDate = Map.groupBy(entries, ({ date }) => date);
  const summaries = [...entriesByDate].map(([date, entriesOfDay]) => ({
    date,
    ...sumEntries(entriesOfDay),
  }));
  return summaries.sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** Returns the totals of entries, the first of which decide the units of energy. */
function sumEntries(entries: readonly Entry[]): Totals {
  const totals = startTotals();
  for (const entry of entries) totals.add(entry);
  return totals.present();
}

/** Starts totals, to which entries are added as they are read. Each sum is rounded once. */
export function startTotals() {
  const contents = startContents();
  const energyOut = startEnergy();
  const estimated = startEnergy();
  let energy_unknown = 0;
  let duration = 0;
  const distance = startSum();
  return {
    add(entry: Entry): void {
      if (entry.type === 'food_entry') {
        contents.add(entry);
        return;
      }
      const source = findEnergySource(entry);
      if (source === 'unknown') energy_unknown += 1;
      else energyOut.add(entry.energy);
      if (source === 'estimated') estimated.add(entry.energy);
      duration += entry.duration;
      distance.add(entry.distance);
    },
    present(): Totals {
      const { energy: energy_in = null, ...nutrients } = contents.present();
      const energy_out = energyOut.present() ?? null;
      return {
        energy_in,
        energy_out,
        ...compact({ energy_out_estimated: estimated.present(energy_out?.unit) }),
        energy_unknown,
        duration,
        distance: distance.present() ?? null,
        nutrients,
      };
    },
  };
}
