import { isTimed } from '#functions/diary/measurement/measurement.ts';
import {
  type MeasurementType,
  toKeptValue,
} from '#functions/diary/measurement/measurement-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { readNights } from './hae-sleep.ts';
import { readHaeWorkout } from './hae-workout.ts';
import { readMoment, readTime } from './moment.ts';
import {
  addReason,
  type Collected,
  collectPush,
  listObjects,
  type Members,
  nameUnit,
  type Push,
  readNumber,
  readSource,
  readText,
  toUnit,
} from './push.ts';

/** The metrics that are kept. All others are counted. */
const metricTypes: Readonly<Record<string, MeasurementType>> = {
  weight_body_mass: 'weight',
  body_mass: 'weight',
  body_fat_percentage: 'body_fat',
  lean_body_mass: 'lean_mass',
  waist_circumference: 'waist',
  resting_heart_rate: 'resting_heart_rate',
  heart_rate_variability: 'hrv_sdnn',
  step_count: 'steps',
  blood_pressure: 'blood_pressure',
  blood_oxygen_saturation: 'oxygen_saturation',
  oxygen_saturation: 'oxygen_saturation',
  respiratory_rate: 'respiratory_rate',
  vo2_max: 'vo2_max',
  body_temperature: 'body_temperature',
  blood_glucose: 'blood_glucose',
  sleep_analysis: 'sleep',
};

/**
 * Reads a message of Health Auto Export, an app for iPhones: the same window of days again and
 * again, without deletions. Times without an offset are those of `zone`.
 */
export function readHealthAutoExport(data: Members, zone: string): Push {
  const push = collectPush('health_auto_export');
  for (const metric of listObjects(data.metrics)) readMetric(metric, zone, push);
  for (const workout of listObjects(data.workouts))
    push.addWorkout(readHaeWorkout(workout, zone));
  return push.finish();
}

function readMetric(metric: Members, zone: string, push: Collected): void {
  const name = readText(metric.name) ?? 'a metric without a name';
  const rows = listObjects(metric.data);
  const type = Object.hasOwn(metricTypes, name) ? metricTypes[name] : undefined;
  if (type === undefined) {
    if (rows.length > 0) push.skip(name, rows.length);
  } else if (type === 'sleep') {
    const { nights, unread } = readNights(rows, zone);
    for (const night of nights) push.add(type, night);
    if (unread > 0) push.skip(addReason(type, 'no readable value or time'), unread);
  } else {
    const unit = toUnit(type, metric.units);
    const read = isTimed(type) ? readTimed : readDaily;
    const count = unit === undefined ? 0 : read({ type, unit }, rows, zone, push);
    const unread = rows.length - count;
    const reason =
      unit === undefined ? nameUnit(metric.units) : 'no readable value or time';
    if (unread > 0) push.skip(addReason(type, reason), unread);
  }
}

/** A metric of a known type. */
interface Metric {
  type: MeasurementType;
  unit: string;
}

/** Adds the values of a metric, and returns the number of rows that have some. */
type ReadRows = (
  metric: Metric,
  rows: readonly Members[],
  zone: string,
  push: Collected,
) => number;

const readTimed: ReadRows = ({ type, unit }, rows, zone, push) => {
  const isPressure = type === 'blood_pressure';
  let count = 0;
  for (const row of rows) {
    const value = readNumber(isPressure ? row.systolic : row.qty);
    const diastolic = isPressure ? readNumber(row.diastolic) : undefined;
    const time = readTime(row.date, zone)?.time;
    if (value === undefined || time === undefined) continue;
    count += 1;
    const source_name = readSource(row.source);
    const sent = { type, unit, value, time, ...compact({ diastolic }) };
    push.add(type, sent, compact({ source_name }));
  }
  return count;
};

/** What is counted together of a day: of steps what one source has. */
interface Tally {
  sum: number;
  count: number;
  sources: Set<string | undefined>;
}

/**
 * Adds one value for each day: of steps the most that one source has counted, because a phone and a
 * watch count the same ones; of others the mean. If rows name several sources, all are those of
 * hours, in which the phone has counted each step once.
 */
const readDaily: ReadRows = ({ type, unit }, rows, zone, push) => {
  const isSteps = type === 'steps';
  const isBySource = isSteps && !rows.some(namesSeveral);
  const days = new Map<string, Map<string, Tally>>();
  let count = 0;
  for (const row of rows) {
    const qty = readNumber(row.qty);
    // Some rows of a day can be percentages, and others fractions.
    const value = qty === undefined ? undefined : toKeptValue(type, qty, unit);
    const date = readMoment(row.date, zone)?.date;
    if (value === undefined || date === undefined) continue;
    count += 1;
    const source = isBySource ? (readText(row.source) ?? '') : '';
    const tallies = days.get(date) ?? new Map<string, Tally>();
    const tally = tallies.get(source) ?? { sum: 0, count: 0, sources: new Set() };
    tally.sum += value;
    tally.count += 1;
    tally.sources.add(readSource(row.source));
    days.set(date, tallies.set(source, tally));
  }
  for (const [date, tallies] of days) {
    const [most] = [...tallies.values()].sort((one, other) => other.sum - one.sum);
    if (!most) continue;
    const value = isSteps ? Math.round(most.sum) : most.sum / most.count;
    const [source_name] = most.sources.size === 1 ? most.sources : [];
    // Apple has a zero for a day without a device.
    if (!isSteps || value > 0)
      push.add(type, { type, date, value }, compact({ source_name }));
  }
  return count;
};

function namesSeveral({ source }: Members): boolean {
  return readText(source)?.includes('|') === true;
}
