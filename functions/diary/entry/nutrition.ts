import * as z from 'zod/mini';
import { bounds } from './bounds.ts';
import { Energy, quantity } from './quantities.ts';

const grams = () => z.nullish(quantity(bounds.grams, 'Grams.'));
const milligrams = () => z.nullish(quantity(bounds.milligrams, 'Milligrams.'));
const percent = () => z.nullish(quantity(bounds.percent, 'Percent of the recommended daily value.'));

const nutrientMembers = {
  protein: grams(),
  fat: grams(),
  saturated_fat: grams(),
  polyunsaturated_fat: grams(),
  monounsaturated_fat: grams(),
  trans_fat: grams(),
  cholesterol: milligrams(),
  sodium: milligrams(),
  potassium: milligrams(),
  fiber: grams(),
  sugar: grams(),
  vitamin_a: percent(),
  vitamin_c: percent(),
  calcium: percent(),
  iron: percent(),
  carbohydrates: grams(),
};

export type Nutrient = keyof typeof nutrientMembers;
/** The numeric fields of nutritional contents (specification 2.7). */
export const nutrients = Object.keys(nutrientMembers) as readonly Nutrient[];

/** What one serving contains; what is not sent, or null, is not known, which is not zero (decision Y6). */
export const NutritionalContents = z.object({ energy: z.nullish(Energy), ...nutrientMembers });
export type NutritionalContents = z.infer<typeof NutritionalContents>;

/** Nutritional contents in an answer: only what is known. */
export const KnownContents = z.object({
  energy: z.optional(Energy),
  ...(Object.fromEntries(nutrients.map((name) => [name, z.optional(z.number())])) as Record<
    Nutrient,
    z.ZodMiniOptional<z.ZodMiniNumber>
  >),
});
