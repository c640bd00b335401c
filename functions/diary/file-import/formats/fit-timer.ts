import type { FitClock } from './fit-clock.ts';
import type { FitMessage } from './fit-reader.ts';

/** A start or a stop of the timer, in seconds of the device's clock. */
export interface TimerEvent {
  time: number;
  isStart: boolean;
}

const timerEvent = 0;
const startType = 0;
const stopTypes: ReadonlySet<number> = new Set([1, 4, 8, 9]);

/** Reads an event, or returns undefined if it is none of the timer. */
export function readTimerEvent(message: FitMessage): TimerEvent | undefined {
  const { time } = message;
  if (message.getNumber(0) !== timerEvent || time === undefined) return undefined;
  const type = message.getNumber(1) ?? Number.NaN;
  const isStart = type === startType;
  return isStart || stopTypes.has(type) ? { time, isStart } : undefined;
}

/** Lists the times at which the timer went on after it was stopped. */
export function listRestarts(events: readonly TimerEvent[]): number[] {
  const restarts = events.filter(
    ({ isStart }, index) => isStart && events[index - 1]?.isStart === false,
  );
  return restarts.map(({ time }) => time);
}

/** A span of time in epoch milliseconds. */
export interface TimeSpan {
  firstMs: number;
  lastMs: number;
}

/** Returns the seconds that the timer ran in a span, or undefined if it was never stopped in it. */
export function measureTimer(
  events: readonly TimerEvent[],
  { firstMs, lastMs }: TimeSpan,
  { toMs }: Pick<FitClock, 'toMs'>,
): number | undefined {
  let runMs = 0;
  let hasStopped = false;
  let runningSince: number | undefined = firstMs;
  for (const { time, isStart } of events) {
    const ms = toMs(time);
    if (ms === undefined || ms >= lastMs) continue;
    const at = Math.max(ms, firstMs);
    if (isStart) runningSince ??= at;
    else if (runningSince !== undefined) {
      hasStopped ||= ms > firstMs;
      runMs += at - runningSince;
      runningSince = undefined;
    }
  }
  if (!hasStopped) return undefined;
  return (runningSince === undefined ? runMs : runMs + lastMs - runningSince) / 1000;
}
