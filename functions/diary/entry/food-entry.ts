import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { name, text } from '#shared/contract/text.ts';
import { bounds, lengths } from './bounds.ts';
import { CalendarDate } from './dates.ts';
import { KnownContents, NutritionalContents, presentContents } from './nutrition.ts';
import { quantity } from './quantities.ts';
import type { WithoutNulls } from './strip-nulls.ts';

const foodName = described(name(lengths.name), 'The name of the food.', 'Porridge');
const brand = described(text(lengths.name), 'The manufacturer.', 'Oaty');
const meal = described(
  name(lengths.meal),
  'Breakfast, Lunch, Dinner, Snacks, or any other name.',
  'Breakfast',
);
const servings = quantity(
  bounds.servings,
  'Number of servings. The nutritional contents are per serving.',
);

/** The members of a food entry that a client writes (wire.md Y5). */
export const foodEntryMembers = {
  date: CalendarDate,
  diary_meal: meal,
  food: z
    .nullish(
      z
        .object({
          name: foodName,
          brand: z.nullish(brand),
        })
        .check(z.meta({ id: 'NewFood' })),
    )
    .check(z.describe('The food, with at least its name. Absent for a quick add.')),
  servings,
  nutritional_contents: NutritionalContents,
};

export const FoodEntryCreation = z
  .object({
    type: z.literal('food_entry'),
    ...foodEntryMembers,
    servings: z._default(servings, 1),
  })
  .check(z.meta({ id: 'NewFoodEntry' }));
export type FoodEntry = WithoutNulls<z.output<typeof FoodEntryCreation>>;

/** A food entry as clients see it. */
export const FoodEntryRepresentation = z
  .object({
    id: z.string(),
    type: z.literal('food_entry'),
    date: CalendarDate,
    diary_meal: meal,
    food: z.nullable(
      z
        .object({
          name: foodName,
          brand: z.nullable(brand),
        })
        .check(z.meta({ id: 'Food' })),
    ),
    servings,
    nutritional_contents: KnownContents,
  })
  // Not `check(z.meta(...))`: lists make it partial, which a schema with checks does not allow.
  .register(z.globalRegistry, { id: 'FoodEntry' });

/** Returns a food entry as clients see it, with null for absent members. */
export function presentFoodEntry(
  id: string,
  entry: FoodEntry,
): z.output<typeof FoodEntryRepresentation> {
  const { type, date, diary_meal, food, servings, nutritional_contents } = entry;
  return {
    id,
    type,
    date,
    diary_meal,
    food: food ? presentFood(food) : null,
    servings,
    nutritional_contents: presentContents(nutritional_contents),
  };
}

function presentFood(food: NonNullable<FoodEntry['food']>) {
  return { name: food.name, brand: food.brand ?? null };
}
