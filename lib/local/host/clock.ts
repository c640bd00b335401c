/** The clock of all functions. It runs with the machine's clock, or is stopped, plus an offset. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Moves the clock forwards. Throws a RangeError unless `seconds` is positive. */
  advance(seconds: number): void;
  /** Stops the clock: from now on only `advance` moves it. */
  stop(): void;
  /** The state of the clock, in memory that threads share. */
  readonly state: SharedArrayBuffer;
}

/**
 * Two numbers of milliseconds: the offset, and the time at which the clock was stopped. The second
 * is 0 while the clock runs.
 */
type ClockState = Float64Array<SharedArrayBuffer>;

function readClock(
  [offsetMs = 0, stoppedAt = 0]: ClockState,
  machineNow: () => number,
): number {
  return (stoppedAt || machineNow()) + offsetMs;
}

/** Creates a clock that runs, without an offset. */
export function createClock(): Clock {
  const state = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  const values = new Float64Array(state);

  return {
    state,
    now: () => readClock(values, Date.now),
    stop: () => {
      values[1] = Date.now();
    },
    advance: (seconds) => {
      if (!(seconds > 0))
        throw new RangeError(
          `The clock can only move forwards, not by ${seconds} seconds.`,
        );

      values[0] = (values[0] ?? 0) + seconds * 1000;
    },
  };
}

/** Replaces `Date` in this thread, so all code of the thread reads the time from the clock. */
export function followClock(state: SharedArrayBuffer): void {
  const values = new Float64Array(state);
  const MachineDate = Date;
  const machineNow = MachineDate.now;
  const now = () => readClock(values, machineNow);

  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    // `new Date()` is the time of the clock; `new Date(2026, 1)` is unchanged.
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    // `Date()` without `new` returns a text.
    apply: () => new MachineDate(now()).toString(),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
