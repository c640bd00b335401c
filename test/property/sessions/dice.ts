/** Random choices that are the same for the same seed. */
export interface Dice {
  /** Returns an integer between two bounds, both included. */
  integer(min: number, max: number): number;
  real(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Returns some of the items, in random order. */
  sample<T>(items: readonly T[], count: number): T[];
}

export function createDice(seed: number): Dice {
  let state = seed;

  /** Returns a number from 0 up to 1 by the generator Mulberry32. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const integer = (min: number, max: number) =>
    min + Math.floor(next() * (max - min + 1));

  return {
    integer,
    real: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    sample: (items, count) => {
      const keyed = items.map((item) => ({ item, key: next() }));
      keyed.sort((one, other) => one.key - other.key);
      return keyed.slice(0, count).map(({ item }) => item);
    },
  };
}
