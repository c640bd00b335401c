import * as z from 'zod/mini';
import {
  toGet,
  toProviderFailure,
} from '#functions/connections/provider-definition/call.ts';
import {
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
import { parseResponse } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { polarErrors } from './workouts.ts';

const usersUrl = 'https://www.polaraccesslink.com/v3/users';

const Items = z.array(z.unknown());

/** A list of Polar, which has no pages, and what becomes of its items. */
interface PolarList<Item extends z.ZodMiniType> {
  toPath(days: MeasuredDays): string;
  /** Reads the items of a response. */
  List: z.ZodMiniType<unknown[]>;
  Item: Item;
  read(item: z.output<Item>): readonly MeasurementReading[];
}

function listAll<Item extends z.ZodMiniType>({
  toPath,
  List,
  Item,
  read,
}: PolarList<Item>): MeasurementKind['list'] {
  return async ({ send, now }, { access_token }, days) => {
    const response = await send(toGet(usersUrl + toPath(days), access_token));
    if (!response.ok) return failure(toProviderFailure(response.error, now, polarErrors));
    const isEmpty = response.value.status === 204;
    const items = isEmpty ? success([]) : parseResponse(response.value, List);
    if (!items.ok) return failure(toProviderFailure(items.error, now, polarErrors));
    const readings = parseEach(items.value, Item).flatMap(read);
    return success(toMeasurementPage(readings, undefined));
  };
}

const Night = z.object({
  date: z.iso.date(),
  sleep_start_time: Instant,
  sleep_end_time: Instant,
  light_sleep: Reading,
  deep_sleep: Reading,
  rem_sleep: Reading,
  /** The time asleep whose stage could not be told. */
  unrecognized_sleep_stage: Reading,
  total_interruption_duration: Reading,
});

function readNight(night: z.output<typeof Night>): MeasurementReading[] {
  const { light_sleep: light, deep_sleep: deep, rem_sleep: rem } = night;
  const { sleep_start_time, sleep_end_time } = night;
  const recognized =
    [light, deep, rem].reduce((sum = 0, stage = 0) => sum + stage, 0) ?? 0;
  const stages = { light, deep, rem, awake: night.total_interruption_duration };
  const end = toWholeSecond(sleep_end_time);
  return [
    {
      type: 'sleep',
      date: end.slice(0, 10),
      time: toWholeSecond(sleep_start_time),
      value: recognized + (night.unrecognized_sleep_stage ?? 0),
      sleep: { end, ...(recognized > 0 ? stages : {}) },
    },
  ];
}

/** Removes fractions of a second, which Polar sends now and then. */
function toWholeSecond(time: string): string {
  return time.replace(/\.\d+(?=Z|[+-])/, '');
}

const Recharge = z.object({
  date: z.iso.date(),
  /** Milliseconds, by the root mean square of successive differences. */
  heart_rate_variability_avg: Reading,
  breathing_rate_avg: Reading,
});

/** A day. Its times are those of the place, without a zone. */
const Activity = z.object({ start_time: z.string(), steps: Reading });

/** The longest range of days that Polar lists. */
const maxDays = 28;

/** The values of the body at Polar (www.polar.com/accesslink-api), which need no further scope. */
export const polarMeasurements: readonly MeasurementKind[] = [
  {
    name: 'sleep',
    types: ['sleep'],
    list: listAll({
      toPath: () => '/sleep',
      List: pickMember('nights', Items),
      Item: Night,
      read: readNight,
    }),
  },
  {
    name: 'recharge',
    types: ['hrv_rmssd', 'respiratory_rate'],
    list: listAll({
      toPath: () => '/nightly-recharge',
      List: pickMember('recharges', Items),
      Item: Recharge,
      read: ({ date, heart_rate_variability_avg, breathing_rate_avg }) => [
        { type: 'hrv_rmssd', date, value: heart_rate_variability_avg },
        { type: 'respiratory_rate', date, value: breathing_rate_avg },
      ],
    }),
  },
  {
    name: 'steps',
    types: ['steps'],
    list: listAll({
      toPath: ({ first, last }) => {
        // The last day may not have begun there, so the list ends with today by default.
        const [, from = first] = [addDays(last, -maxDays), first].toSorted();
        return `/activities?from=${from}`;
      },
      List: Items,
      Item: Activity,
      read: ({ start_time, steps }) => [
        { type: 'steps', date: start_time.slice(0, 10), value: steps || undefined },
      ],
    }),
  },
];
