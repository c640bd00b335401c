/** A sequence of random numbers that depends only on its seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from `min` to `max`. */
  integer(min: number, max: number): number;
  /** Returns one of the items, of which there is at least one. */
  pick<T>(items: readonly T[]): T;
  /** Returns true with a probability. */
  chance(probability: number): boolean;
}

/** Creates a sequence of random numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number) =>
    min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick<T>(items: readonly T[]): T {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick.');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}
