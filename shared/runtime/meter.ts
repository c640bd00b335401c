/** The store calls and the consumed capacity of a request. */
export interface MeterReadings {
  store_calls: number;
  read_units: number;
  write_units: number;
}

/** Counts the store calls of one request, for its log line. */
export interface Meter {
  /** Counts a store call. */
  count(kind: 'read' | 'write'): void;
  /** Adds the capacity units that a call has consumed. */
  consume(kind: 'read' | 'write', units: number): void;
  /** Returns the sums so far. */
  readings(): MeterReadings;
}

/** Creates a meter at zero. */
export function newMeter(): Meter {
  let store_calls = 0;
  const units = { read: 0, write: 0 };
  return {
    count: () => {
      store_calls += 1;
    },
    consume: (kind, consumed) => {
      units[kind] += consumed;
    },
    readings: () => ({
      store_calls,
      read_units: units.read,
      write_units: units.write,
    }),
  };
}
