/** The smallest and the largest valid number, both included. */
export interface Range {
  min: number;
  max: number;
}

/**
 * The bounds and units of every number of the diary. They are wide enough for any person and any
 * food, and narrow enough to reject a wrong unit or a typing error. Every message names its bound.
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

/** Maximum number of entries in one POST. */
export const maxItems = 50;

/** Maximum number of entries of a day. */
export const maxEntries = 500;

/** Maximum size of the entries of a day, in units of 1024 bytes. */
export const maxKilobytes = 256;

/** Maximum number of days that are summarized one by one. */
export const maxSummaryDays = 92;

/** Maximum lengths in characters. */
export const lengths = { exerciseId: 100, meal: 50, name: 255 } as const;

/** One calorie is a kilocalorie, as on food labels. */
export const kilojoulesPerCalorie = 4.184;
