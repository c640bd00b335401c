import * as z from 'zod/mini';
import { compact } from '#shared/runtime/compact.ts';
import { bounds } from './bounds.ts';
import { Energy, EnergySum, presentEnergy, quantity } from './quantities.ts';
import type { WithoutNulls } from './strip-nulls.ts';

/** The nutrients (specification 2.7) and their units (wire.md Y6). */
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

/** Builds a schema for each nutrient from its unit. */
function buildNutrientSchemas<Schema>(
  build: (unit: Unit) => Schema,
): Record<Nutrient, Schema> {
  const schemas = nutrients.map((name) => {
    const schema = build(units[name]);
    return [name, schema] as const;
  });
  return Object.fromEntries(schemas) as Record<Nutrient, Schema>;
}

/** The contents of one serving. An absent or null member is unknown, not zero (wire.md Y6). */
export const NutritionalContents = z
  .object({
    energy: z.nullish(Energy),
    ...buildNutrientSchemas((unit) => {
      const amount = quantity(bounds[unit], descriptions[unit]);
      return z.nullish(amount);
    }),
  })
  .check(
    z.meta({
      id: 'NewNutritionalContents',
      description: 'The known contents of one serving.',
    }),
  );

const knownNutrients = buildNutrientSchemas((unit) => {
  const amount = z.number().check(z.describe(descriptions[unit]));
  return z.optional(amount);
});

/** The nutrients of a sum. Unknown ones are absent. */
export const KnownNutrients = z.object(knownNutrients).check(
  z.meta({
    id: 'Nutrients',
    description: 'The known nutrients. Unknown ones are absent.',
  }),
);

/** Nutritional contents in a response. Unknown members are absent. */
export const KnownContents = z
  .object({ energy: z.optional(EnergySum), ...knownNutrients })
  .check(
    z.meta({
      id: 'NutritionalContents',
      description: 'The known contents. Unknown ones are absent.',
    }),
  );

/** Returns nutritional contents with their members in a fixed order. */
export function presentContents(
  contents: WithoutNulls<z.output<typeof NutritionalContents>>,
): z.output<typeof KnownContents> {
  const amounts = nutrients.map((nutrient) => [nutrient, contents[nutrient]] as const);
  const energy = contents.energy && presentEnergy(contents.energy);
  return compact({ energy, ...Object.fromEntries(amounts) });
}
