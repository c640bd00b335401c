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
  let max = 0;
  return {
    beginPart() {
      before = first === undefined ? before : max;
      first = undefined;
      max = 0;
    },
    add(value) {
      if (value === undefined) return undefined;
      if (first === undefined) {
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
