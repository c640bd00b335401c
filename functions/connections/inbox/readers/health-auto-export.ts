import { isTimed } from '#functions/diary/measurement/measurement.ts';
import type { Sent } from '#functions/diary/measurement/measurement-input.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toNights } from './hae-sleep.ts';
import { readMoment, readTime } from './moment.ts';
import {
  type Collected,
  collectPush,
  listObjects,
  type Members,
  type Push,
  readNumber,
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
  const workouts = listObjects(data.workouts).length;
  if (workouts > 0) push.skip('workouts', workouts);
  return push.finish();
}

function readMetric(metric: Members, zone: string, push: Collected): void {
  const name = readText(metric.name) ?? 'a metric without a name';
  const rows = listObjects(metric.data);
  const type = Object.hasOwn(metricTypes, name) ? metricTypes[name] : undefined;
  if (type === undefined) {
    if (rows.length > 0) push.skip(name, rows.length);
  } else if (type === 'sleep') {
    const nights = toNights(rows, zone);
    for (const night of nights) push.add(name, night);
    if (nights.length === 0 && rows.length > 0) push.skip(name, rows.length);
  } else {
    const unit = toUnit(type, metric.units);
    const toSent = isTimed(type) ? toTimed : toDaily;
    const sent = unit === undefined ? [] : toSent({ type, unit }, rows, zone);
    for (const value of sent) push.add(name, value);
    const unread = rows.length - countRead(type, sent, rows);
    if (unread > 0) push.skip(name, unread);
  }
}

/** Values of a day stand for all their rows. */
function countRead(
  type: MeasurementType,
  sent: readonly Sent[],
  rows: readonly Members[],
): number {
  if (isTimed(type)) return sent.length;
  return sent.length > 0 ? rows.length : 0;
}

interface Kind {
  type: MeasurementType;
  unit: string;
}

function toTimed({ type, unit }: Kind, rows: readonly Members[], zone: string): Sent[] {
  return rows.flatMap((row) => {
    const isPressure = type === 'blood_pressure';
    const value = readNumber(isPressure ? row.systolic : row.qty);
    const diastolic = isPressure ? readNumber(row.diastolic) : undefined;
    const time = readTime(row.date, zone)?.time;
    if (value === undefined || time === undefined) return [];
    return [{ type, unit, value, time, ...compact({ diastolic }) }];
  });
}

/**
 * Returns one value for each day: of steps the most that one source has counted, because a phone
 * and a watch count the same ones; of others the mean.
 */
function toDaily({ type, unit }: Kind, rows: readonly Members[], zone: string): Sent[] {
  const dated = rows.flatMap((row) => {
    const value = readNumber(row.qty);
    const date = readMoment(row.date, zone)?.date;
    const source = readText(row.source) ?? '';
    return value === undefined || date === undefined ? [] : [{ value, date, source }];
  });
  const byDay = Map.groupBy(dated, ({ date }) => date);
  return [...byDay].flatMap(([date, ofDay]): Sent[] => {
    if (type !== 'steps') return [{ type, unit, date, value: mean(ofDay) }];
    const bySource = Map.groupBy(ofDay, ({ source }) => source);
    const value = Math.round(Math.max(...[...bySource.values()].map(sum)));
    // Apple has a zero for a day without a device.
    return value > 0 ? [{ type, unit, date, value }] : [];
  });
}

interface Valued {
  value: number;
}

function sum(rows: readonly Valued[]): number {
  return rows.reduce((total, { value }) => total + value, 0);
}

function mean(rows: readonly Valued[]): number {
  return sum(rows) / rows.length;
}
