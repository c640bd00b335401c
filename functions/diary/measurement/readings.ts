import { isTimed, type SentMeasurement } from './measurement.ts';
import { type MeasurementReading, readMeasurement } from './measurement-input.ts';
import { keepApart } from './night.ts';

/**
 * Reads what one source states, without values that are not plausible. Of several values of a day
 * that has only one, the last is kept, and of steps the largest, because devices are never added.
 * Of sleeps that overlap, because two devices have recorded them, the one with stages is kept, or
 * the longer one.
 */
export function readMeasurements(
  readings: readonly MeasurementReading[],
): SentMeasurement[] {
  const read = readings.map(readOne).filter((value) => value !== undefined);
  const sleeps = read.filter(({ type }) => type === 'sleep');
  const others = read.filter(({ type }) => type !== 'sleep' && isTimed(type));
  const daily = read.filter(({ type }) => !isTimed(type));
  return [...others, ...keepOneADay(daily), ...keepApart(sleeps)];
}

/** Reads a value. A sleep whose stages are not plausible is kept without them. */
function readOne(reading: MeasurementReading): SentMeasurement | undefined {
  const { sleep } = reading;
  const read = readMeasurement(reading);
  if (read || !sleep) return read;
  const { end, is_nap } = sleep;
  return readMeasurement({ ...reading, sleep: { end, is_nap } });
}

function keepOneADay(values: readonly SentMeasurement[]): SentMeasurement[] {
  const byDay = new Map<string, SentMeasurement>();
  for (const value of values) {
    const name = `${value.type} ${value.date}`;
    const known = byDay.get(name);
    const isLess = value.type === 'steps' && known && known.value > value.value;
    if (!isLess) byDay.set(name, value);
  }
  return [...byDay.values()];
}
