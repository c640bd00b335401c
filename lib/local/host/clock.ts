/** The time that every function sees: the machine's, plus an offset. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Moves the clock forwards. Throws a RangeError unless `seconds` is positive. */
  advance(seconds: number): void;
  /** Offset in milliseconds, in memory that threads share. */
  readonly offset: SharedArrayBuffer;
}

/** Creates a clock without an offset. */
export function createClock(): Clock {
  const offset = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const offsetMs = new Float64Array(offset);
  const getOffset = () => offsetMs[0] ?? 0;

  return {
    offset,
    now: () => Date.now() + getOffset(),
    advance: (seconds) => {
      if (!(seconds > 0))
        throw new RangeError(`The clock can only move forwards, not by ${seconds} seconds.`);

      offsetMs[0] = getOffset() + seconds * 1000;
    },
  };
}

/** Replaces `Date` of this thread, so that code which reads the time sees the clock. */
export function followClock(offset: SharedArrayBuffer): void {
  const offsetMs = new Float64Array(offset);
  const MachineDate = Date;
  const machineNow = MachineDate.now;
  const now = () => machineNow() + (offsetMs[0] ?? 0);

  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
    apply: () => new MachineDate(now()).toString(),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
