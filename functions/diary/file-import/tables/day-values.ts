import {
  isTimed,
  type SentMeasurement,
  toSeconds,
} from '#functions/diary/measurement/measurement.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';

/** The values of a day of a table, and how many of them have no place. */
interface DayValues {
  values: SentMeasurement[];
  leftOut: number;
}

/**
 * Places the values of a day. Those of one time are a second apart, because many tables have times
 * in minutes, or none. Of a type that has one value a day, the latest stays.
 */
export function placeValues(values: readonly SentMeasurement[]): DayValues {
  const byTime = new Map<string, SentMeasurement>();
  const latest = new Map<string, SentMeasurement>();
  for (const value of values)
    if (!isTimed(value.type) && !isBefore(value, latest.get(value.type)))
      latest.set(value.type, value);
  const placed = values.flatMap((value) => {
    if (isTimed(value.type)) return value.sleep ? value : partTime(value, byTime);
    return latest.get(value.type) === value ? value : [];
  });
  const isOther = ({ type, value }: SentMeasurement) =>
    !isTimed(type) && latest.get(type)?.value !== value;
  return { values: placed, leftOut: values.filter(isOther).length };
}

function isBefore(one: SentMeasurement, other: SentMeasurement | undefined): boolean {
  return toSeconds(one.time ?? '') < toSeconds(other?.time ?? '');
}

/** Returns a value at the next second that no other value has. Equal values are one. */
function partTime(
  value: SentMeasurement,
  byTime: Map<string, SentMeasurement>,
): SentMeasurement {
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
}

const secondsAt = 'yyyy-mm-ddThh:mm:'.length;

/** Returns the time a second later in the same minute, or undefined if there is none. */
function toNextSecond(time = ''): string | undefined {
  const next = Number(time.slice(secondsAt, secondsAt + 2)) + 1;
  if (time === '' || next > 59) return undefined;
  const padded = String(next).padStart(2, '0');
  return time.slice(0, secondsAt) + padded + time.slice(secondsAt + 2);
}
