import * as z from 'zod/mini';
import { described, name, text } from '#shared/contract/schema.ts';
import type { WithoutNulls } from '#shared/runtime/compact.ts';
import { bounds, lengths } from './bounds.ts';
import {
  type Nutrient,
  type NutrientUnit,
  nutrients,
  nutrientUnits,
} from './nutrients.ts';
import { CalendarDate, Energy, quantity } from './values.ts';

export const nutrientDescriptions: Record<NutrientUnit, string> = {
  grams: 'Grams.',
  milligrams: 'Milligrams.',
  percent: 'Percent of the recommended daily value.',
};

/** Builds a schema for each nutrient from its unit. */
export function buildNutrientSchemas<Schema>(
  build: (unit: NutrientUnit) => Schema,
): Record<Nutrient, Schema> {
  const schemas = nutrients.map((name) => {
    const schema = build(nutrientUnits[name]);
    return [name, schema] as const;
  });
  return Object.fromEntries(schemas) as Record<Nutrient, Schema>;
}

/** The contents of one serving. An absent or null member is unknown, not zero (wire.md Y6). */
export const NutritionalContents = z
  .object({
    energy: z.nullish(Energy),
    ...buildNutrientSchemas((unit) => {
      const amount = quantity(bounds[unit], nutrientDescriptions[unit]);
      return z.nullish(amount);
    }),
  })
  .check(
    z.meta({
      id: 'NutritionalContentsInput',
      description: 'The known contents of one serving.',
    }),
  );

export const foodName = described(
  name(lengths.name),
  'The name of the food.',
  'Porridge',
);
export const brandName = described(text(lengths.name), 'The manufacturer.', 'Oaty');
/** A brand as it is sent. An empty one is none, so that one value has one form. */
const sentBrand = z.pipe(
  brandName,
  z.transform((value) => (value.trim() === '' ? null : value)),
);
const meal = described(
  name(lengths.meal),
  'Breakfast, Lunch, Dinner, Snacks, or any other name.',
  'Breakfast',
);
const servings = quantity(
  bounds.servings,
  'Number of servings. The nutritional contents are per serving.',
);

/** The members of a food entry that a client writes. */
export const foodEntryMembers = {
  date: CalendarDate,
  diary_meal: meal,
  food: z
    .nullish(
      z
        .object({
          name: foodName,
          brand: z.nullish(sentBrand),
        })
        .check(z.meta({ id: 'FoodInput' })),
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
  .check(z.meta({ id: 'FoodEntryInput' }));
export type FoodEntry = WithoutNulls<z.output<typeof FoodEntryCreation>>;
