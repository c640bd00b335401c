import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { CalendarDate } from './dates.ts';
import { type Decimal, decimal, dividedBy, plus, times, toNumber } from './decimal.ts';
import type { FoodEntry } from './food-entry.ts';
import { KnownContents, nutrients } from './nutrition.ts';
import type { Energy } from './quantities.ts';

/** A meal as clients see it: computed from its food entries, and stored nowhere. */
export const MealRepresentation = z.object({
  type: z.literal('diary_meal'),
  date: CalendarDate,
  diary_meal: described(z.string(), 'The name of the meal.', 'Breakfast'),
  nutritional_contents: KnownContents,
});
export type Meal = z.output<typeof MealRepresentation>;

const kilojoulesOfACalorie = decimal(4.184);

/** The sum of what is known, each amount times its servings; undefined where nothing is. */
function sum(
  eaten: readonly FoodEntry[],
  amountOf: (entry: FoodEntry) => number | undefined,
): Decimal | undefined {
  return eaten
    .flatMap((entry) => {
      const amount = amountOf(entry);
      return amount === undefined ? [] : [times(decimal(amount), decimal(entry.servings))];
    })
    .reduce<Decimal | undefined>(
      (total, amount) => (total ? plus(total, amount) : amount),
      undefined,
    );
}

/** The energy of a meal in the unit of its first entry that has one (decision Y6). */
function sumEnergy(eaten: readonly FoodEntry[]): Energy | undefined {
  const unit = eaten.find(({ nutritional_contents: { energy } }) => energy)?.nutritional_contents
    .energy?.unit;
  if (!unit) return undefined;
  const inUnit = (of: Energy['unit']) =>
    sum(eaten, ({ nutritional_contents: { energy } }) =>
      energy?.unit === of ? energy.value : undefined,
    ) ?? decimal(0);
  const [calories, kilojoules] = [inUnit('calories'), inUnit('kilojoules')];
  const inKilojoules = plus(times(calories, kilojoulesOfACalorie), kilojoules);
  const value =
    unit === 'kilojoules' ? inKilojoules : dividedBy(inKilojoules, kilojoulesOfACalorie);
  return { unit, value: toNumber(value) };
}

function sumContents(eaten: readonly FoodEntry[]): Meal['nutritional_contents'] {
  const energy = sumEnergy(eaten);
  const sums = nutrients.flatMap((name) => {
    const total = sum(eaten, (entry) => entry.nutritional_contents[name]);
    return total ? [[name, toNumber(total)] as const] : [];
  });
  return { ...(energy && { energy }), ...Object.fromEntries(sums) };
}

/** The meals of a day, in the order in which they were first logged; `eaten` is in the order written. */
export function computeMeals(date: string, eaten: readonly FoodEntry[]): Meal[] {
  return [...Map.groupBy(eaten, ({ diary_meal }) => diary_meal)].map(([diary_meal, entries]) => ({
    type: 'diary_meal',
    date,
    diary_meal,
    nutritional_contents: sumContents(entries),
  }));
}
