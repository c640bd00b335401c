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
  const latest = findLatest(values);
  const byTime = new Map<string, SentMeasurement>();
  const placed: DayValues = { values: [], leftOut: 0 };
  for (const value of values) {
    const isOfTime = isTimed(value.type) && !value.sleep;
    const last = latest.get(value.type) ?? value;
    const found = isOfTime ? partTime(value, byTime) : last;
    if (found && (isOfTime || found === value)) placed.values.push(found);
    else if (found?.value !== value.value) placed.leftOut += 1;
  }
  return placed;
}

/** Returns the latest value of each type that has one a day. */
function findLatest(
  values: readonly SentMeasurement[],
): ReadonlyMap<string, SentMeasurement> {
  const latest = new Map<string, SentMeasurement>();
  for (const value of values)
    if (!isTimed(value.type) && !isBefore(value, latest.get(value.type)))
      latest.set(value.type, value);
  return latest;
}

function isBefore(one: SentMeasurement, other: SentMeasurement | undefined): boolean {
  return toSeconds(one.time ?? '') < toSeconds(other?.time ?? '');
}

/**
 * Returns a value at the next second of its minute that no other value has, or undefined if there
 * is none. Equal values are one.
 */
function partTime(
  value: SentMeasurement,
  byTime: Map<string, SentMeasurement>,
): SentMeasurement | undefined {
  for (let time = value.time; time !== undefined; time = toNextSecond(time)) {
    const parted = { ...value, time };
    const key = `${value.type} ${toSeconds(time)}`;
    const other = byTime.get(key);
    if (other && !isEqual(other, parted)) continue;
    byTime.set(key, parted);
    return parted;
  }
  return undefined;
}

const secondsAt = 'yyyy-mm-ddThh:mm:'.length;

/** Returns the time a second later in the same minute, or undefined if there is none. */
function toNextSecond(time: string): string | undefined {
  const next = Number(time.slice(secondsAt, secondsAt + 2)) + 1;
  if (next > 59) return undefined;
  const padded = String(next).padStart(2, '0');
  return time.slice(0, secondsAt) + padded + time.slice(secondsAt + 2);
}
