import * as z from 'zod/mini';
import { bounds, mostDecimals, type Range } from './bounds.ts';
import { decimal } from './decimal.ts';

/** A number within its bounds; `description` says of which unit. */
export function quantity({ least, most }: Range, description: string) {
  return z.number().check(
    z.minimum(least),
    z.maximum(most),
    z.refine(
      (value) => decimal(value).scale <= mostDecimals,
      `must have at most ${mostDecimals} digits after the decimal point`,
    ),
    z.describe(description),
  );
}

/** Why a value is no whole number within bounds; nothing of one that is not there. */
function notWhole({ least, most }: Range, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'must be a whole number';
  return value > most ? `must be at most ${most}` : `must be at least ${least}`;
}

/** A whole number within its bounds; `description` says of which unit. */
export function wholeQuantity(range: Range, description: string) {
  return z
    .int({ abort: true, error: ({ input }) => notWhole(range, input) })
    .check(z.minimum(range.least), z.maximum(range.most), z.describe(description));
}

/** Units of energy. One calorie here is a kilocalorie, as on food labels: 4.184 kilojoules (decision Y6). */
const EnergyUnit = z
  .enum(['calories', 'kilojoules'])
  .check(z.describe('`calories` are kilocalories, as on food labels.'));

/** An amount of energy; its number means nothing without its unit, so that the two only come together. */
export const Energy = z.object({
  unit: EnergyUnit,
  value: quantity(bounds.energy, 'The amount in that unit.'),
});
export type Energy = z.infer<typeof Energy>;

/** A sum of energy, which has no bounds. */
export const EnergySum = z.object({ unit: EnergyUnit, value: z.number() });
