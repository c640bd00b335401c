import {
  isTimed,
  type SentMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';

/**
 * Returns the values of a day of which those of one time are a second apart: many tables have times
 * in minutes, or none. Equal values, and sleeps, keep their times.
 */
export function partTimes(values: readonly SentMeasurement[]): SentMeasurement[] {
  const byTime = new Map<string, SentMeasurement>();
  return values.map((value) => {
    if (!isTimed(value.type) || value.sleep) return value;
    let parted = value;
    for (;;) {
      const key = `${parted.type} ${parted.time}`;
      const other = byTime.get(key);
      const isFree = !other || isEqual(other, parted);
      const time = isFree ? undefined : toNextSecond(parted.time);
      if (time === undefined) {
        byTime.set(key, parted);
        return parted;
      }
      parted = { ...parted, time };
    }
  });
}

const secondsAt = 'yyyy-mm-ddThh:mm:'.length;

/** Returns the time a second later in the same minute, or undefined if there is none. */
function toNextSecond(time = ''): string | undefined {
  const next = Number(time.slice(secondsAt, secondsAt + 2)) + 1;
  if (time === '' || next > 59) return undefined;
  const padded = String(next).padStart(2, '0');
  return time.slice(0, secondsAt) + padded + time.slice(secondsAt + 2);
}
