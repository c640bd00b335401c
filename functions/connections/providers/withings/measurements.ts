import * as z from 'zod/mini';
import type { ProviderResult } from '#functions/connections/provider-definition/call.ts';
import {
  formatMeasured,
  type MeasuredDays,
  type MeasurementKind,
  type MeasurementPage,
  parseEach,
  toMeasurementPage,
} from '#functions/connections/provider-definition/measurement-kind.ts';
import {
  OptionalText,
  Reading,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import type { MeasurementReading } from '#functions/diary/measurement/measurement-input.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import { findUtcOffset } from '#functions/diary/workout-import/utc-offset.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { More, requestWithings } from './request.ts';
import { subscribeTo } from './subscription.ts';
import { notificationKinds } from './webhook.ts';

const apiUrl = 'https://wbsapi.withings.net';

/** Epoch seconds, at most those of the year 3000. */
const Seconds = z.int().check(z.minimum(0), z.maximum(32_503_680_000));

const Paging = { more: More, offset: Reading };

/** How values of a kind are listed, and read from the body of a page. */
interface WithingsList<
  Page extends z.ZodMiniType<{ more: boolean; offset?: number | undefined }>,
> {
  path: string;
  toForm(days: MeasuredDays): Readonly<Record<string, string>>;
  Page: Page;
  read(page: z.output<Page>): readonly MeasurementReading[];
}

/** Returns the function that lists a kind, whose pages each begin at an offset. */
function listByOffset<
  Page extends z.ZodMiniType<{ more: boolean; offset?: number | undefined }>,
>({ path, toForm, Page, read }: WithingsList<Page>): MeasurementKind['list'] {
  return async (context, { access_token }, days, offset) => {
    const request = {
      method: 'POST' as const,
      url: apiUrl + path,
      authorization: `Bearer ${access_token}`,
      form: compact({ ...toForm(days), offset }),
    };
    const page = await requestWithings(context, request, Page);
    return page.ok ? toPage(page.value, read(page.value)) : page;
  };
}

function toPage(
  { more, offset }: { more: boolean; offset?: number | undefined },
  readings: readonly MeasurementReading[],
): ProviderResult<MeasurementPage> {
  if (more && offset === undefined) return failure({ kind: 'malformed' });
  return success(toMeasurementPage(readings, more ? String(offset) : undefined));
}

/** The types of measures that have a type here (developer.withings.com, Measure - Getmeas). */
const measureTypes: Readonly<Record<number, MeasurementType>> = {
  1: 'weight',
  5: 'lean_mass',
  6: 'body_fat',
  10: 'blood_pressure',
  54: 'oxygen_saturation',
  71: 'body_temperature',
  123: 'vo2_max',
};

const diastolicPressure = 9;

/**
 * How measures came to the person that are those of somebody else, perhaps, or that were entered
 * with the account and may be wrong (`attrib`).
 */
const doubtful = [1, 4];

/** Measures, in contrast to goals. */
const measuredCategory = 1;

const Measure = z.object({ type: z.int(), value: z.number(), unit: z.int() });

/** The measures that were taken at one time. */
const Group = z.object({
  grpid: RemoteId,
  attrib: z.int(),
  category: z.int(),
  date: Seconds,
  timezone: OptionalText,
  measures: z.array(Measure),
});

const GroupsPage = z.object({
  ...Paging,
  timezone: OptionalText,
  measuregrps: z.array(z.unknown()),
});

const listMeasures = listByOffset({
  path: '/measure',
  toForm: ({ first, last }) => ({
    action: 'getmeas',
    meastypes: [...Object.keys(measureTypes), diastolicPressure].join(','),
    category: String(measuredCategory),
    startdate: toSeconds(addDays(first, -1)),
    enddate: toSeconds(addDays(last, 2)),
  }),
  Page: GroupsPage,
  read: ({ measuregrps, timezone }) => {
    const groups = parseEach(measuregrps, Group);
    const valid = groups.filter(
      ({ category, attrib }) =>
        category === measuredCategory && !doubtful.includes(attrib),
    );
    const sorted = valid.toSorted((one, other) => one.date - other.date);
    return sorted.flatMap((group) => readGroup(group, timezone));
  },
});

function toSeconds(day: string): string {
  return String(toEpochSeconds(new Date(day)));
}

function readGroup(
  { grpid, date, measures, timezone: ownZone }: z.output<typeof Group>,
  zone: string | undefined,
): MeasurementReading[] {
  const time = formatAt(date, ownZone ?? zone);
  const lower = measures.find(({ type }) => type === diastolicPressure);
  return measures.flatMap((measure) => {
    const type = measureTypes[measure.type];
    if (type === undefined) return [];
    const diastolic = type === 'blood_pressure' && lower ? toNumber(lower) : undefined;
    const value = toNumber(measure);
    return [
      { type, time, date: time.slice(0, 10), value, diastolic, external_id: grpid },
    ];
  });
}

/** Returns the number of a measure, which is an integer and a power of ten. */
function toNumber({ value, unit }: z.output<typeof Measure>): number {
  // A division by a power of ten has no error of a decimal fraction, e.g. 82.31.
  return unit < 0 ? value / 10 ** -unit : value * 10 ** unit;
}

function formatAt(seconds: number, zone: string | undefined): string {
  const offset = zone ? findUtcOffset(zone, new Date(seconds * 1000)) : undefined;
  return formatMeasured(seconds, offset);
}

const SleepData = z.object({
  total_timeinbed: Reading,
  total_sleep_time: Reading,
  /** The time asleep of a night from another service, whose stages are unknown. */
  asleepduration: Reading,
  lightsleepduration: Reading,
  deepsleepduration: Reading,
  remsleepduration: Reading,
  wakeupduration: Reading,
  rr_average: Reading,
});

const Night = z.object({
  id: RemoteId,
  startdate: Seconds,
  enddate: Seconds,
  timezone: OptionalText,
  /** The day of waking. */
  date: z.catch(z.optional(z.iso.date()), undefined),
  data: SleepData,
});

const listSleep = listByOffset({
  path: '/v2/sleep',
  toForm: ({ first, last }) => ({
    action: 'getsummary',
    ...toDays(first, last),
    data_fields: Object.keys(SleepData.shape).join(','),
  }),
  Page: z.object({ ...Paging, series: z.array(z.unknown()) }),
  read: ({ series }) => {
    // Of several rates of a day, the last is kept: the one of the longest sleep.
    const sorted = parseEach(series, Night).toSorted(
      (one, other) => toLength(one) - toLength(other),
    );
    return sorted.flatMap(readNight);
  },
});

function toLength({ startdate, enddate }: z.output<typeof Night>): number {
  return enddate - startdate;
}

function toDays(first: string, last: string) {
  return { startdateymd: addDays(first, -1), enddateymd: addDays(last, 1) };
}

/** Reads a night: the sleep, and the respiratory rate in it. */
function readNight(night: z.output<typeof Night>): MeasurementReading[] {
  const { id: external_id, startdate, enddate, timezone, data } = night;
  const end = formatAt(enddate, timezone);
  const date = timezone ? end.slice(0, 10) : (night.date ?? end.slice(0, 10));
  const {
    lightsleepduration: light,
    deepsleepduration: deep,
    remsleepduration: rem,
  } = data;
  const stages = { light, deep, rem, awake: data.wakeupduration };
  // Zeros of all stages mean that none was recorded.
  const hasStages = [light, deep, rem].some((seconds) => seconds);
  const asleep = data.total_sleep_time || data.asleepduration;
  const sleep = {
    end,
    in_bed: data.total_timeinbed || undefined,
    ...(hasStages ? stages : {}),
  };
  const value =
    asleep || (hasStages ? (light ?? 0) + (deep ?? 0) + (rem ?? 0) : undefined);
  return [
    {
      type: 'sleep',
      date,
      time: formatAt(startdate, timezone),
      value,
      sleep,
      external_id,
    },
    { type: 'respiratory_rate', date, value: data.rr_average, external_id },
  ];
}

const Activity = z.object({ date: z.iso.date(), steps: Reading });

const listSteps = listByOffset({
  path: '/v2/measure',
  toForm: ({ first, last }) => ({
    action: 'getactivity',
    ...toDays(first, last),
    data_fields: 'steps',
  }),
  Page: z.object({ ...Paging, activities: z.array(z.unknown()) }),
  read: ({ activities }) =>
    parseEach(activities, Activity).map(({ date, steps }) => ({
      type: 'steps',
      date,
      // A device that was not worn has counted none.
      value: steps || undefined,
    })),
});

/** The values of the body at Withings. `user.activity` is required of each connection. */
export const withingsMeasurements: readonly MeasurementKind[] = [
  {
    name: 'body',
    scope: 'user.metrics',
    types: Object.values(measureTypes),
    list: listMeasures,
    subscribe: subscribeTo(notificationKinds.weight),
  },
  {
    name: 'sleep',
    scope: 'user.activity',
    types: ['sleep', 'respiratory_rate'],
    list: listSleep,
    subscribe: subscribeTo(notificationKinds.sleep),
  },
  { name: 'steps', scope: 'user.activity', types: ['steps'], list: listSteps },
];
