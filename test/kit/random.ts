/** A sequence of random numbers that depends only on its seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from `min` to `max`. */
  integer(min: number, max: number): number;
  /** Returns a number from `min` to below `max`. */
  real(min: number, max: number): number;
  /** Returns true with a probability. */
  chance(probability: number): boolean;
  /** Returns one of the items, of which there is at least one. */
  pick<T>(items: readonly T[]): T;
  /** Returns some of the items, in random order. */
  sample<T>(items: readonly T[], count: number): T[];
}

/** Creates a sequence of random numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) =>
    min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    real: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick.');
      return item;
    },
    sample: (items, count) => {
      const keyed = items.map((item) => ({ item, key: next() }));
      keyed.sort((one, other) => one.key - other.key);
      return keyed.slice(0, count).map(({ item }) => item);
    },
  };
}
