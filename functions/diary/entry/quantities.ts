import * as z from 'zod/mini';

/** The smallest and the largest valid number, both included. */
export interface Range {
  min: number;
  max: number;
}

/**
 * The bounds and units of every number of the diary (wire.md Y6). They are wide enough for any
 * person and any food, and narrow enough to reject a wrong unit or a typing error. Every message
 * names its bound.
 */
export const bounds = {
  /** Seconds; at most 7 days, for a race of several stages. */
  duration: { min: 1, max: 604_800 },
  /** Calories (kcal) or kilojoules, depending on the entry's unit. */
  energy: { min: 0, max: 100_000 },
  /** Beats per minute. */
  heart_rate: { min: 20, max: 300 },
  /** Meters. */
  distance: { min: 0, max: 10_000_000 },
  /** Meters per second. */
  max_speed: { min: 0, max: 1_000 },
  /** Meters, negative downhill. */
  elevation_change: { min: -20_000, max: 20_000 },
  servings: { min: 0.001, max: 10_000 },
  /** Nutrients of one serving. */
  grams: { min: 0, max: 10_000 },
  milligrams: { min: 0, max: 1_000_000 },
  /** Percent of the recommended daily value. */
  percent: { min: 0, max: 100_000 },
} as const satisfies Record<string, Range>;

/** Maximum number of decimal places. One third, as JavaScript prints it, has 16. */
export const maxDecimals = 20;

/** First and last day that can have entries. */
export const dateBounds = { first: '1900-01-01', last: '2199-12-31' } as const;

/** Maximum number of entries in one POST (wire.md Y3). */
export const maxItems = 50;

/** Maximum number of entries of a day (wire.md Y10). */
export const maxEntries = 500;

/** Maximum size of the entries of a day, in units of 1024 bytes (wire.md Y10). */
export const maxKilobytes = 256;

/** Maximum number of days of a summary (wire.md Y11). */
export const maxSummaryDays = 92;

/** Maximum lengths in characters. */
export const lengths = { exerciseId: 100, meal: 50, name: 255 } as const;

/** Returns how many digits a number has after the decimal point, as JavaScript prints it. */
export function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [, decimals = ''] = digits.split('.');
  return Math.max(0, decimals.length - Number(exponent));
}

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
