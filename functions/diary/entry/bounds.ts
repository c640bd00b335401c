/** The least and the most that a number may be, both included. */
export interface Range {
  least: number;
  most: number;
}

/**
 * The bounds of every number of the diary, and their units (decision Y6): wide enough for any person and any food, and
 * narrow enough to refuse a wrong unit or a slipped key. Every refusal names its bound.
 */
export const bounds = {
  /** Seconds; at most a day. */
  duration: { least: 1, most: 86_400 },
  /** Calories (kcal) or kilojoules, as the entry's unit says. */
  energy: { least: 0, most: 100_000 },
  /** Beats a minute. */
  heart_rate: { least: 20, most: 300 },
  /** Metres. */
  distance: { least: 0, most: 10_000_000 },
  /** Metres a second. */
  max_speed: { least: 0, most: 1_000 },
  /** Metres, negative downhill. */
  elevation_change: { least: -20_000, most: 20_000 },
  servings: { least: 0.001, most: 10_000 },
  /** Nutrients of one serving. */
  grams: { least: 0, most: 10_000 },
  milligrams: { least: 0, most: 1_000_000 },
  /** Percent of the recommended daily value. */
  percent: { least: 0, most: 100_000 },
} as const satisfies Record<string, Range>;

/** Most digits after the decimal point: a third, as JavaScript writes it, has 16. */
export const mostDecimals = 20;

/** First and last day that can have entries. */
export const dates = { first: '1900-01-01', last: '2199-12-31' } as const;

/** Most entries that one request can create (decision Y3). */
export const mostItems = 50;

/** Most entries that a day can have (decision Y10). */
export const mostEntries = 500;

/** Seconds for which an Idempotency-Key is kept: long enough for a device that was offline over some days (decision Y4). */
export const keyLifetime = 7 * 86_400;

/** Most characters. */
export const lengths = { exerciseId: 100, meal: 50, name: 255 } as const;
