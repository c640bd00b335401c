import * as z from 'zod/mini';
import { text } from '../../../shared/contract/text.ts';
import { bounds, lengths } from './bounds.ts';
import { CalendarDate } from './dates.ts';
import type { Given } from './given.ts';
import { KnownContents, NutritionalContents } from './nutrition.ts';
import { quantity } from './quantities.ts';

const Food = z.object({
  name: text(lengths.name, 1).check(z.meta({ description: 'What was eaten.', examples: ['Porridge'] })),
  brand: z.nullish(text(lengths.name)).check(z.describe('Who makes it.')),
});

/** The members of a food entry that a client writes (decision Y5). */
export const foodEntryMembers = {
  date: CalendarDate,
  diary_meal: text(lengths.meal, 1).check(
    z.meta({
      description: 'The name of the meal: Breakfast, Lunch, Dinner, Snacks, or any other.',
      examples: ['Breakfast'],
    }),
  ),
  food: z.nullish(Food).check(z.describe('What was eaten; nothing for a quick add.')),
  servings: quantity(bounds.servings, 'How many servings; the nutritional contents are those of one.'),
  nutritional_contents: NutritionalContents,
};

export const FoodEntryCreation = z.object({
  type: z.literal('food_entry'),
  ...foodEntryMembers,
  servings: z._default(foodEntryMembers.servings, 1),
});
export type FoodEntry = Given<z.output<typeof FoodEntryCreation>>;

/** A food entry as clients see it. */
export const FoodEntryRepresentation = z.object({
  id: z.string(),
  type: z.literal('food_entry'),
  date: z.string(),
  diary_meal: z.string(),
  food: z.nullable(z.object({ name: z.string(), brand: z.nullable(z.string()) })),
  servings: z.number(),
  nutritional_contents: KnownContents,
});

/** A food entry with null for what was not given. */
export function presentFoodEntry(id: string, entry: FoodEntry): z.output<typeof FoodEntryRepresentation> {
  const { type, date, diary_meal, food, servings, nutritional_contents } = entry;
  return {
    id,
    type,
    date,
    diary_meal,
    food: food ? { name: food.name, brand: food.brand ?? null } : null,
    servings,
    nutritional_contents,
  };
}
