import type { Entry } from './entry.ts';
import type { ListedItem } from './listed-day.ts';
import { toMealKey } from './meal-key.ts';
import { present } from './present-entry.ts';
import { computeMeals } from './totals.ts';
import type { Meal } from './totals-representation.ts';

/** The item types that a query can select. */
export const listedTypes = ['diary_meal', 'exercise', 'food_entry'] as const;

/** The item types of a query without `types`. A food entry is a part of its meal. */
export const defaultTypes = ['diary_meal', 'exercise'] as const;

/** The members that are omitted unless a query selects them. */
export const optionalMembers = [
  'exercise',
  'energy',
  'nutritional_contents',
  'food',
  'source',
] as const;

/** The member that selects another one with itself. */
const selectingMembers: Readonly<Record<string, string>> = {
  energy_source: 'energy',
  start_offset: 'exercise',
};

type SelectedTypes = readonly (typeof listedTypes)[number][] | undefined;
type SelectedMembers = readonly ((typeof optionalMembers)[number] | 'all')[] | undefined;

/** The types and members that a query selects, under either name of each parameter. */
interface DaySelection {
  types?: SelectedTypes;
  'types[]'?: SelectedTypes;
  fields?: SelectedMembers;
  'fields[]'?: SelectedMembers;
}

/**
 * Lists the meals of a day, in the order of their first entries. The entries follow, in the order
 * in which they were written.
 */
export function listItems(
  date: string,
  entries: readonly Entry[],
  query: DaySelection,
): ListedItem[] {
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const meals = computeMeals(date, foodEntries);
  const named = nameMeals(entries, meals);
  const items: ListedItem[] = [...meals, ...named.map(present)];

  const requested = concat(query.types, query['types[]']);
  const types: readonly string[] = requested.length > 0 ? requested : defaultTypes;
  const selected = items.filter(({ type }) => types.includes(type));

  const fields = concat(query.fields, query['fields[]']);
  const omitted = fields.includes('all')
    ? []
    : optionalMembers.filter((member) => !fields.includes(member));
  return selected.map((item) => omit(item, omitted));
}

/** Returns entries of which those with food have the names of their meals in the list. */
function nameMeals(entries: readonly Entry[], meals: readonly Meal[]): Entry[] {
  const names = new Map(
    meals.map(({ diary_meal }) => [toMealKey(diary_meal), diary_meal]),
  );
  return entries.map((entry) => {
    if (entry.type !== 'food_entry') return entry;
    const { diary_meal } = entry;
    return { ...entry, diary_meal: names.get(toMealKey(diary_meal)) ?? diary_meal };
  });
}

/** Returns the values of a parameter that was sent under either of its names. */
function concat(one: readonly string[] = [], other: readonly string[] = []): string[] {
  return [...one, ...other];
}

function omit(item: ListedItem, names: readonly string[]): ListedItem {
  const members = Object.entries(item);
  const shown = members.filter(
    ([name]) => !names.includes(selectingMembers[name] ?? name),
  );
  return Object.fromEntries(shown) as ListedItem;
}
