import * as z from 'zod/mini';
import { bounds, maxDecimals, type Range } from './bounds.ts';
import { countDecimals } from './decimal.ts';

/** Returns the schema of a number within bounds. `description` states its unit. */
export function quantity({ min, max }: Range, description: string) {
  return z.number().check(
    z.minimum(min),
    z.maximum(max),
    z.refine(
      (value) => countDecimals(value) <= maxDecimals,
      `must have at most ${maxDecimals} decimal places`,
    ),
    z.describe(description),
  );
}

/** Returns the schema of a whole number within bounds. `description` states its unit. */
export function wholeQuantity({ min, max }: Range, description: string) {
  const message = 'must be an integer';
  return z
    .number({
      // A missing value keeps the message `is required`.
      error: ({ code, input }) =>
        code === 'invalid_type' && input !== undefined ? message : undefined,
    })
    .check(
      z.refine(Number.isInteger, message),
      z.minimum(min),
      z.maximum(max),
      z.meta({ description, type: 'integer' }),
    );
}

/**
 * The units of energy. One calorie is a kilocalorie, as on food labels: 4.184 kilojoules (wire.md
 * Y6).
 */
const EnergyUnit = z.enum(['calories', 'kilojoules']).check(
  z.meta({
    id: 'EnergyUnit',
    description: '`calories` are kilocalories, as on food labels.',
  }),
);

/** An amount of energy. Its value and its unit are always sent and replaced together. */
export const Energy = z
  .object({
    unit: EnergyUnit,
    value: quantity(bounds.energy, 'The amount in that unit.'),
  })
  .check(z.meta({ id: 'Energy', description: 'An amount of energy.' }));
export type Energy = z.infer<typeof Energy>;

/** Returns energy with its members in a fixed order, which stored maps do not keep. */
export function presentEnergy({ unit, value }: Energy): Energy {
  return { unit, value };
}

/** A sum of energy, which has no bounds. */
export const EnergySum = z
  .object({ unit: EnergyUnit, value: z.number() })
  .check(z.meta({ id: 'EnergySum', description: 'An amount of energy without bounds.' }));
