/** A number that grows through a recording, e.g. its distance, and is read part by part. */
export interface Odometer {
  /** Begins a part, e.g. a lap or a session. */
  beginPart(): void;
  /** Returns by how much it grew, or undefined if there is no value. */
  add(value: number | undefined): number | undefined;
  /** Returns by how much it grew in the part, or undefined if no point of it has the number. */
  getPart(): number | undefined;
}

/** Starts a number that some recorders count on through all parts, and others from 0 in each. */
export function createOdometer(): Odometer {
  let before = 0;
  let first: number | undefined;
  let count = 0;
  let max = 0;
  return {
    beginPart() {
      before = first === undefined ? before : max;
      first = undefined;
      count = 0;
      max = 0;
    },
    add(value) {
      if (value === undefined) return undefined;
      count += 1;
      // The first value can be the last one of the part before, if both are of one second.
      const beginsAnew = count === 2 && first !== undefined && value < first / 2;
      if (first === undefined || beginsAnew) {
        first = value;
        max = value >= before ? before : 0;
      }
      const grown = Math.max(0, value - max);
      max += grown;
      return grown;
    },
    getPart() {
      if (first === undefined) return undefined;
      return max - (first >= before ? before : 0);
    },
  };
}
