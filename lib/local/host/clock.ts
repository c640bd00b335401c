/** The time that every function sees: the machine's, moved forwards by as much as somebody asked for. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the clock forwards. Throws a RangeError for anything but a positive number of seconds. */
  advance(seconds: number): void;
  /** Milliseconds that the clock is ahead, in memory that threads share. */
  readonly offset: SharedArrayBuffer;
}

/** A clock that agrees with the machine's until it is moved. */
export function createClock(): Clock {
  const offset = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const millis = new Float64Array(offset);
  return {
    offset,
    now: () => Date.now() + (millis[0] ?? 0),
    advance: (seconds) => {
      if (!(seconds > 0))
        throw new RangeError(`The clock only moves forwards, not by ${seconds} seconds.`);
      millis[0] = (millis[0] ?? 0) + seconds * 1000;
    },
  };
}

/** Makes `Date` of this thread follow a clock, for code that reads the time by itself. */
export function followClock(offset: SharedArrayBuffer): void {
  const millis = new Float64Array(offset);
  const MachineDate = Date;
  const machineNow = MachineDate.now;
  const now = () => machineNow() + (millis[0] ?? 0);
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
    apply: () => new MachineDate(now()).toString(),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
