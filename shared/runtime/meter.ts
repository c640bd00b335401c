/** What one request cost at the stores, for the request's log line. */
export interface Meter {
  count(kind: 'read' | 'write'): void;
  consume(kind: 'read' | 'write', units: number): void;
  readings(): { store_calls: number; read_units: number; write_units: number };
}

/** A meter that stands at zero. */
export function newMeter(): Meter {
  let store_calls = 0;
  const units = { read: 0, write: 0 };
  return {
    count: () => {
      store_calls += 1;
    },
    consume: (kind, more) => {
      units[kind] += more;
    },
    readings: () => ({ store_calls, read_units: units.read, write_units: units.write }),
  };
}
