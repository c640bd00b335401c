import * as z from 'zod/mini';
import { type Entry, present } from './entry.ts';
import { ExerciseRepresentation } from './exercise.ts';
import { FoodEntryRepresentation } from './food-entry.ts';
import { computeMeals, MealRepresentation } from './meal.ts';
import { type DiaryQuery, optionalMembers } from './query.ts';

/** What a day lists: the members that are left out unless asked for are optional. */
export const ListedItem = z.discriminatedUnion('type', [
  z.partial(MealRepresentation, { nutritional_contents: true }),
  z.partial(ExerciseRepresentation, { exercise: true, energy: true }),
  z.partial(FoodEntryRepresentation, { food: true, nutritional_contents: true }),
]);
export type ListedItem = z.output<typeof ListedItem>;

/** A list that was sent under either of its names. */
const both = (one: readonly string[] = [], other: readonly string[] = []) => [...one, ...other];

type Asked = Omit<z.output<typeof DiaryQuery>, 'entry_date'>;

/**
 * What is shown of a day: its meals in the order first logged, then its entries in the order
 * written (decision Y8).
 */
export function listItems(date: string, entries: readonly Entry[], asked: Asked): ListedItem[] {
  const [types, fields] = [
    both(asked.types, asked['types[]']),
    both(asked.fields, asked['fields[]']),
  ];

  const omitted = fields.includes('all')
    ? []
    : optionalMembers.filter((member) => !fields.includes(member));
  const isShown = (member: string) => !omitted.some((name) => name === member);
  const eaten = entries.filter((entry) => entry.type === 'food_entry');
  const items: ListedItem[] = [...computeMeals(date, eaten), ...entries.map(present)];
  return items
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(
      (item) =>
        Object.fromEntries(
          Object.entries(item).filter(([member]) => isShown(member)),
        ) as ListedItem,
    );
}
