import * as z from 'zod/mini';
import { type Entry, present } from './entry.ts';
import { ExerciseRepresentation } from './exercise.ts';
import { FoodEntryRepresentation } from './food-entry.ts';
import { computeMeals, MealRepresentation } from './meal.ts';
import { type DiaryQuery, defaultTypes, optionalMembers } from './query.ts';

/** An item of a day's list. The members that are omitted by default are optional. */
export const ListedItem = z
  .discriminatedUnion('type', [
    z
      .partial(MealRepresentation, { nutritional_contents: true })
      .check(z.meta({ id: 'DiaryMeal' })),
    z
      .partial(ExerciseRepresentation, { exercise: true, energy: true })
      .check(z.meta({ id: 'ListedExercise' })),
    z
      .partial(FoodEntryRepresentation, { food: true, nutritional_contents: true })
      .check(z.meta({ id: 'ListedFoodEntry' })),
  ])
  .check(z.meta({ id: 'DiaryItem' }));
export type ListedItem = z.output<typeof ListedItem>;

type DayQuery = Omit<z.output<typeof DiaryQuery>, 'entry_date'>;

/**
 * Lists the meals of a day, in the order of their first entries. The entries follow, in the order
 * in which they were written (wire.md Y8).
 */
export function listItems(
  date: string,
  entries: readonly Entry[],
  query: DayQuery,
): ListedItem[] {
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const meals = computeMeals(date, foodEntries);
  const items: ListedItem[] = [...meals, ...entries.map(present)];

  const requested = concat(query.types, query['types[]']);
  const types: readonly string[] = requested.length > 0 ? requested : defaultTypes;
  const selected = items.filter(({ type }) => types.includes(type));

  const fields = concat(query.fields, query['fields[]']);
  const omitted = fields.includes('all')
    ? []
    : optionalMembers.filter((member) => !fields.includes(member));
  return selected.map((item) => omit(item, omitted));
}

/** Returns the values of a parameter that was sent under either of its names. */
function concat(one: readonly string[] = [], other: readonly string[] = []): string[] {
  return [...one, ...other];
}

function omit(item: ListedItem, names: readonly string[]): ListedItem {
  const members = Object.entries(item);
  const shown = members.filter(([name]) => !names.includes(name));
  return Object.fromEntries(shown) as ListedItem;
}
