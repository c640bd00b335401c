import * as z from 'zod/mini';
import { toGet } from '#functions/connections/provider-definition/call.ts';
import {
  formatMeasured,
  type MeasurementKind,
  parseEach,
  toMeasurementPage,
} from '#functions/connections/provider-definition/measurement-kind.ts';
import {
  Instant,
  OptionalText,
  Reading,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import type { MeasurementReading } from '#functions/diary/measurement/measurement-input.ts';
import { compact } from '#shared/runtime/compact.ts';
import { success } from '#shared/runtime/result.ts';
import { parseOffset, requestWhoop, WhoopPage } from './workouts.ts';

const apiUrl = 'https://api.prod.whoop.com/developer/v2';

/** Returns the function that lists the records of some days. A page has at most 25. */
function listRecords<Item extends z.ZodMiniType>(
  path: string,
  Item: Item,
  read: (record: z.output<Item>) => readonly MeasurementReading[],
): MeasurementKind['list'] {
  return async (context, { access_token }, { first, last }, nextToken) => {
    const start = `${addDays(first, -1)}T00:00:00.000Z`;
    const end = `${addDays(last, 2)}T00:00:00.000Z`;
    const query = compact({ start, end, limit: '25', nextToken });
    const url = `${apiUrl}${path}?${new URLSearchParams(query)}`;
    const page = await requestWhoop(context, toGet(url, access_token), WhoopPage);
    if (!page.ok) return page;
    const { records, next_token } = page.value;
    const readings = parseEach(records, Item).flatMap(read);
    return success(toMeasurementPage(readings, next_token || undefined));
  };
}

/** Absent until WHOOP has scored the sleep, which the webhook `sleep.updated` then reports. */
const SleepScore = z.object({
  stage_summary: z.object({
    total_in_bed_time_milli: Reading,
    total_awake_time_milli: Reading,
    total_light_sleep_time_milli: Reading,
    total_slow_wave_sleep_time_milli: Reading,
    total_rem_sleep_time_milli: Reading,
  }),
  respiratory_rate: Reading,
});

const Sleep = z.object({
  id: RemoteId,
  start: Instant,
  end: Instant,
  timezone_offset: OptionalText,
  nap: z.catch(z.optional(z.boolean()), undefined),
  score: SleepScore,
});

/** Reads a sleep, and the respiratory rate in it unless it is a nap. */
function readSleep(record: z.output<typeof Sleep>): MeasurementReading[] {
  const { id: external_id, nap, score } = record;
  const { stage_summary: summary, respiratory_rate } = score;
  const offset = parseOffset(record.timezone_offset);
  const [time, end] = [record.start, record.end].map((instant) =>
    formatMeasured(Math.floor(Date.parse(instant) / 1000), offset),
  ) as [string, string];
  const light = toSeconds(summary.total_light_sleep_time_milli);
  const deep = toSeconds(summary.total_slow_wave_sleep_time_milli);
  const rem = toSeconds(summary.total_rem_sleep_time_milli);
  const awake = toSeconds(summary.total_awake_time_milli);
  const in_bed = toSeconds(summary.total_in_bed_time_milli);
  const sleep = { end, in_bed, awake, light, deep, rem, is_nap: nap || undefined };
  const value = (light ?? 0) + (deep ?? 0) + (rem ?? 0);
  const date = end.slice(0, 10);
  const rate = { type: 'respiratory_rate', date, value: respiratory_rate } as const;
  return [
    { type: 'sleep', date, time, value, sleep, external_id },
    ...(nap ? [] : [rate]),
  ];
}

function toSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}

const Recovery = z.object({
  sleep_id: RemoteId,
  created_at: Instant,
  score: z.object({
    resting_heart_rate: Reading,
    hrv_rmssd_milli: Reading,
    spo2_percentage: Reading,
  }),
});

/**
 * Reads what was measured for a recovery. Its day is the one of its sleep; if the sleep is unknown,
 * the one on which WHOOP has recorded it. The score is left out: it is a judgment, and a profile's
 * weight is no measurement either.
 */
function readRecovery({ sleep_id, created_at, score }: z.output<typeof Recovery>) {
  const measured = { date: new Date(created_at).toISOString().slice(0, 10), sleep_id };
  return [
    { type: 'resting_heart_rate', ...measured, value: score.resting_heart_rate },
    { type: 'hrv_rmssd', ...measured, value: score.hrv_rmssd_milli },
    { type: 'oxygen_saturation', ...measured, value: score.spo2_percentage },
  ] as const;
}

/** The values of the body at WHOOP (developer.whoop.com/api), whose scopes the operator adds. */
export const whoopMeasurements: readonly MeasurementKind[] = [
  {
    name: 'sleep',
    scope: 'read:sleep',
    types: ['sleep', 'respiratory_rate'],
    list: listRecords('/activity/sleep', Sleep, readSleep),
  },
  {
    name: 'recovery',
    scope: 'read:recovery',
    types: ['resting_heart_rate', 'hrv_rmssd', 'oxygen_saturation'],
    list: listRecords('/recovery', Recovery, readRecovery),
  },
];
