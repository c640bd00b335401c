import * as z from 'zod/mini';
import {
  type MeasurementKind,
  parseEach,
  toMeasurementPage,
} from '#functions/connections/provider-definition/measurement-kind.ts';
import { Reading } from '#functions/connections/provider-definition/readings.ts';
import type { MeasurementReading } from '#functions/diary/measurement/measurement-input.ts';
import { success } from '#shared/runtime/result.ts';
import { ownUrl, requestIntervals, toKeyGet } from './request.ts';

const Flag = z.catch(z.optional(z.boolean()), undefined);

/** A day. Its sleep has a duration but no times, and the unit of its glucose is unknown. */
const Day = z.object({
  id: z.iso.date(),
  weight: Reading,
  /** Whether the weight is that of an earlier day. */
  tempWeight: Flag,
  restingHR: Reading,
  tempRestingHR: Flag,
  hrv: Reading,
  hrvSDNN: Reading,
  steps: Reading,
  spO2: Reading,
  respiration: Reading,
  bodyFat: Reading,
  vo2max: Reading,
  systolic: Reading,
  diastolic: Reading,
});

/** The values of the body that Intervals.icu has by day. */
export const listWellness: MeasurementKind = {
  name: 'wellness',
  types: [
    'weight',
    'body_fat',
    'resting_heart_rate',
    'hrv_rmssd',
    'hrv_sdnn',
    'steps',
    'oxygen_saturation',
    'respiratory_rate',
    'vo2_max',
    'blood_pressure',
  ],
  async list(context, { access_token }, { first, last }) {
    const query = new URLSearchParams({ oldest: first, newest: last });
    const get = toKeyGet(`${ownUrl}/wellness?${query}`, access_token);
    const listed = await requestIntervals(context, get, z.array(z.unknown()));
    if (!listed.ok) return listed;
    const readings = parseEach(listed.value, Day).flatMap(readDay);
    return success(toMeasurementPage(readings, undefined));
  },
};

function readDay(day: z.output<typeof Day>): MeasurementReading[] {
  const { id: date, weight, tempWeight, restingHR, tempRestingHR } = day;
  // No time is known, and this one is on the day in most places.
  const time = `${date}T12:00:00Z`;
  const { diastolic, systolic } = day;
  return [
    { type: 'weight', date, time, value: tempWeight ? undefined : weight },
    { type: 'body_fat', date, value: day.bodyFat },
    { type: 'resting_heart_rate', date, value: tempRestingHR ? undefined : restingHR },
    { type: 'hrv_rmssd', date, value: day.hrv },
    { type: 'hrv_sdnn', date, value: day.hrvSDNN },
    { type: 'steps', date, value: day.steps || undefined },
    { type: 'oxygen_saturation', date, value: day.spO2 },
    { type: 'respiratory_rate', date, value: day.respiration },
    { type: 'vo2_max', date, value: day.vo2max },
    { type: 'blood_pressure', date, time, value: systolic, diastolic },
  ];
}
