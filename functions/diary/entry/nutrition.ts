import * as z from 'zod/mini';
import { bounds } from './bounds.ts';
import { Energy, EnergySum, quantity } from './quantities.ts';

/**
 * The numeric fields of nutritional contents (specification 2.7), each with its unit (decision Y6).
 */
const units = {
  protein: 'grams',
  fat: 'grams',
  saturated_fat: 'grams',
  polyunsaturated_fat: 'grams',
  monounsaturated_fat: 'grams',
  trans_fat: 'grams',
  cholesterol: 'milligrams',
  sodium: 'milligrams',
  potassium: 'milligrams',
  fiber: 'grams',
  sugar: 'grams',
  vitamin_a: 'percent',
  vitamin_c: 'percent',
  calcium: 'percent',
  iron: 'percent',
  carbohydrates: 'grams',
} as const;

export type Nutrient = keyof typeof units;
type Unit = (typeof units)[Nutrient];

export const nutrients = Object.keys(units) as readonly Nutrient[];

const descriptions: Record<Unit, string> = {
  grams: 'Grams.',
  milligrams: 'Milligrams.',
  percent: 'Percent of the recommended daily value.',
};

/** One schema for each nutrient, made from its unit. */
function eachNutrient<Schema>(make: (unit: Unit) => Schema): Record<Nutrient, Schema> {
  return Object.fromEntries(nutrients.map((name) => [name, make(units[name])])) as Record<
    Nutrient,
    Schema
  >;
}

/**
 * What one serving contains; what is not sent, or null, is not known, which is not zero (decision
 * Y6).
 */
export const NutritionalContents = z
  .object({
    energy: z.nullish(Energy),
    ...eachNutrient((unit) => z.nullish(quantity(bounds[unit], descriptions[unit]))),
  })
  .check(z.describe('The known contents of one serving.'));

/** Nutritional contents in an answer: only what is known. */
export const KnownContents = z
  .object({
    energy: z.optional(EnergySum),
    ...eachNutrient((unit) => z.optional(z.number().check(z.describe(descriptions[unit])))),
  })
  .check(z.describe('The known contents. Unknown ones are absent.'));
