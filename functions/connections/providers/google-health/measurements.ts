import * as z from 'zod/mini';
import {
  formatMeasured,
  type MeasuredDays,
  type MeasurementKind,
  parseEach,
  toMeasurementPage,
} from '#functions/connections/provider-definition/measurement-kind.ts';
import {
  Instant,
  pickMember,
  Reading,
} from '#functions/connections/provider-definition/readings.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import type { MeasurementReading } from '#functions/diary/measurement/measurement-input.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { success } from '#shared/runtime/result.ts';
import { googleScopes } from './access.ts';
import { requestGoogle, Seconds } from './workouts.ts';

const dataTypesUrl = 'https://health.googleapis.com/v4/users/me/dataTypes';

const Points = z.nullish(z.array(z.unknown()));

/** A page of points, or of sums by day. */
const Page = z.object({
  dataPoints: Points,
  rollupDataPoints: Points,
  nextPageToken: z.nullish(z.string()),
});

/** Returns the function that lists what `Point` reads from the points of a data type. */
function listPoints(
  toRequest: (days: MeasuredDays, pageToken: string | undefined) => CallRequest,
  Point: z.ZodMiniType<MeasurementReading>,
): MeasurementKind['list'] {
  return async (context, { access_token }, days, pageToken) => {
    const authorization = `Bearer ${access_token}`;
    const request = { ...toRequest(days, pageToken), authorization };
    const page = await requestGoogle(context, request, Page);
    if (!page.ok) return page;
    const { dataPoints, rollupDataPoints, nextPageToken } = page.value;
    const readings = parseEach(
      [...(dataPoints ?? []), ...(rollupDataPoints ?? [])],
      Point,
    );
    return success(toMeasurementPage(readings, nextPageToken || undefined));
  };
}

/** Returns the request for the points of some days, which `member` of a point tells (AIP-160). */
function toList(path: string, member: string, pageSize: number) {
  return ({ first, last }: MeasuredDays, pageToken: string | undefined): CallRequest => {
    const filter = `${member} >= "${first}" AND ${member} < "${addDays(last, 1)}"`;
    const query = compact({ pageSize: String(pageSize), filter, pageToken });
    const url = `${dataTypesUrl}/${path}?${new URLSearchParams(query)}`;
    return { method: 'GET', url };
  };
}

/** A data type with one number. */
interface GoogleType {
  dataType: string;
  scope: string;
  type: MeasurementType;
  /** The member that has the number. */
  value: string;
  /** The unit of the number, if it is not the one in which values of the type are kept. */
  unit?: string;
}

/** The most points of a page. A week has fewer. */
const maxPoints = 1000;

/** Returns the name of a data type in filters, e.g. `daily_vo2_max`. */
const toFilterName = (dataType: string) => dataType.replaceAll('-', '_');

/** Returns the name of a data type in points, e.g. `dailyVo2Max`. */
const toMemberName = (dataType: string) =>
  dataType.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase());

/** A day, as in `{"year": 2026, "month": 11, "day": 20}`. */
const Day = z.pipe(
  z.object({ year: z.int(), month: z.int(), day: z.int() }),
  z.transform(({ year, month, day }) =>
    [year, month, day].map((part) => String(part).padStart(2, '0')).join('-'),
  ),
);

/**
 * Returns the kind of a type with a number a day. `reconcile` merges what several devices state, as
 * the app of Google does.
 */
function toDailyKind({ dataType, scope, type, value }: GoogleType): MeasurementKind {
  const Daily = z.pipe(
    z.looseObject({ date: Day }),
    z.transform((daily) => ({ type, date: daily.date, value: readNumber(daily[value]) })),
  );
  const path = `${dataType}/dataPoints:reconcile`;
  const request = toList(path, `${toFilterName(dataType)}.date`, maxPoints);
  const Point = pickMember(toMemberName(dataType), Daily);
  return { name: dataType, scope, types: [type], list: listPoints(request, Point) };
}

function readNumber(stated: unknown): number | undefined {
  return z.parse(Reading, stated);
}

const SampleTime = z.object({ physicalTime: Instant, utcOffset: Seconds });

/** Returns the kind of a type whose numbers each have a time. */
function toSampleKind({
  dataType,
  scope,
  type,
  value,
  unit,
}: GoogleType): MeasurementKind {
  const Sample = z.pipe(
    z.looseObject({ sampleTime: SampleTime }),
    z.transform((sample) => {
      const { physicalTime, utcOffset } = sample.sampleTime;
      const time = formatAt(physicalTime, utcOffset);
      const number = readNumber(sample[value]);
      return unit === 'grams'
        ? { type, time, date: time.slice(0, 10), value: number && number / 1000 }
        : { type, time, date: time.slice(0, 10), value: number, unit };
    }),
  );
  const path = `${dataType}/dataPoints:reconcile`;
  const list = toList(
    path,
    `${toFilterName(dataType)}.sample_time.civil_time`,
    maxPoints,
  );
  const Point = pickMember(toMemberName(dataType), Sample);
  return { name: dataType, scope, types: [type], list: listPoints(list, Point) };
}

function formatAt(instant: string, offset: number | undefined): string {
  return formatMeasured(Math.floor(Date.parse(instant) / 1000), offset);
}

const Stage = z.object({ type: z.string(), minutes: Reading });

const Sleep = z.object({
  interval: z.object({
    startTime: Instant,
    startUtcOffset: Seconds,
    endTime: Instant,
    endUtcOffset: Seconds,
  }),
  metadata: z.catch(z.optional(z.object({ nap: z.optional(z.boolean()) })), undefined),
  summary: z.object({
    minutesAsleep: Reading,
    minutesInSleepPeriod: Reading,
    stagesSummary: z.catch(z.array(Stage), []),
  }),
});

/** Reads a sleep. One that only tells asleep from restless has no stages. */
function readSleep({ interval, metadata, summary }: z.output<typeof Sleep>) {
  const time = formatAt(interval.startTime, interval.startUtcOffset);
  const end = formatAt(interval.endTime, interval.endUtcOffset);
  const minutes = new Map(
    summary.stagesSummary.map((stage) => [stage.type, stage.minutes]),
  );
  const stages = {
    light: toSeconds(minutes.get('LIGHT')),
    deep: toSeconds(minutes.get('DEEP')),
    rem: toSeconds(minutes.get('REM')),
  };
  const hasStages = Object.values(stages).some((seconds) => seconds !== undefined);
  const awake = hasStages ? toSeconds(minutes.get('AWAKE')) : undefined;
  const in_bed = toSeconds(summary.minutesInSleepPeriod);
  const is_nap = metadata?.nap ? true : undefined;
  const sleep = { end, in_bed, awake, ...stages, is_nap };
  const value = toSeconds(summary.minutesAsleep);
  return { type: 'sleep' as const, date: end.slice(0, 10), time, value, sleep };
}

function toSeconds(minutes: number | undefined): number | undefined {
  return minutes === undefined ? undefined : minutes * 60;
}

/** The most sleeps of a page, as of workouts. */
const maxSleeps = 25;

const StepsOfDay = z.pipe(
  z.object({
    civilStartTime: z.object({ date: Day }),
    steps: z.object({ countSum: Reading }),
  }),
  z.transform(({ civilStartTime: { date }, steps }) => ({
    type: 'steps' as const,
    date,
    // A device that was not worn has counted none.
    value: steps.countSum || undefined,
  })),
);

/** Returns the request for the steps of some days, each the sum of all devices without overlaps. */
function toStepsRequest(
  { first, last }: MeasuredDays,
  pageToken: string | undefined,
): CallRequest {
  const range = { start: toCivil(first), end: toCivil(addDays(last, 1)) };
  const json = compact({ range, windowSizeDays: 1, pageToken });
  return { method: 'POST', url: `${dataTypesUrl}/steps/dataPoints:dailyRollUp`, json };
}

function toCivil(date: string) {
  const [year, month, day] = date.split('-').map(Number);
  return { date: { year, month, day } };
}

const { activity, metrics, sleep } = googleScopes;

/**
 * The values of the body at Google Health, each by the name of its data type, which notifications
 * name too (developers.google.com/health/data-types).
 */
export const googleMeasurements: readonly MeasurementKind[] = [
  {
    name: 'sleep',
    scope: sleep,
    types: ['sleep'],
    list: listPoints(
      toList('sleep/dataPoints', 'sleep.interval.civil_end_time', maxSleeps),
      pickMember('sleep', z.pipe(Sleep, z.transform(readSleep))),
    ),
  },
  {
    name: 'steps',
    scope: activity,
    types: ['steps'],
    list: listPoints(toStepsRequest, StepsOfDay),
  },
  ...[
    { dataType: 'weight', type: 'weight', value: 'weightGrams', unit: 'grams' } as const,
    { dataType: 'body-fat', type: 'body_fat', value: 'percentage' } as const,
    {
      dataType: 'core-body-temperature',
      type: 'body_temperature',
      value: 'temperatureCelsius',
    } as const,
    {
      dataType: 'blood-glucose',
      type: 'blood_glucose',
      value: 'bloodGlucoseMilligramsPerDeciliter',
      unit: 'mg_per_dl',
    } as const,
  ].map((type) => toSampleKind({ ...type, scope: metrics })),
  ...[
    {
      dataType: 'daily-resting-heart-rate',
      type: 'resting_heart_rate',
      value: 'beatsPerMinute',
    } as const,
    {
      // Computed by the root mean square of successive differences.
      dataType: 'daily-heart-rate-variability',
      type: 'hrv_rmssd',
      value: 'averageHeartRateVariabilityMilliseconds',
    } as const,
    {
      dataType: 'daily-oxygen-saturation',
      type: 'oxygen_saturation',
      value: 'averagePercentage',
    } as const,
    {
      dataType: 'daily-respiratory-rate',
      type: 'respiratory_rate',
      value: 'breathsPerMinute',
    } as const,
  ].map((type) => toDailyKind({ ...type, scope: metrics })),
  toDailyKind({
    dataType: 'daily-vo2-max',
    type: 'vo2_max',
    value: 'vo2Max',
    scope: activity,
  }),
];
