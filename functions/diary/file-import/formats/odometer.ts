/** A number that grows through a recording, e.g. its distance, and is read part by part. */
export interface Odometer {
  /** Begins a part, e.g. a lap or a session. */
  beginPart(): void;
  add(value: number | undefined): void;
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
      if (value === undefined) return;
      first ??= value;
      max = Math.max(max, value);
    },
    getPart() {
      if (first === undefined) return undefined;
      return max - (first >= before ? before : 0);
    },
  };
}
