import * as z from 'zod/mini';
import { isWithinBounds } from '#functions/diary/entry/dates.ts';
import {
  CalendarDate,
  DateTime,
  dateRangeText,
  quantity,
} from '#functions/diary/entry/values.ts';
import { described, text, whenValid } from '#shared/contract/schema.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  isNearDay,
  isTimed,
  type SentMeasurement,
  toLocalDay,
  toSeconds,
} from './measurement.ts';
import { maxMonths } from './measurement-month.ts';
import {
  diastolicBounds,
  getRules,
  listUnits,
  maxSleep,
  toKeptValue,
  typeNames,
  unitNames,
} from './measurement-types.ts';

/** The most values of one request. */
export const maxMeasurements = 400;

const seconds = (description: string) =>
  z.optional(quantity({ min: 0, max: maxSleep }, `${description}, in seconds.`));

export const sleepMembers = {
  end: described(DateTime, 'When the person got up.', '2026-11-20T07:05:00+01:00'),
  in_bed: seconds('The time in bed, which is not the time asleep'),
  awake: seconds('The time awake'),
  light: seconds('The time in light sleep'),
  deep: seconds('The time in deep sleep'),
  rem: seconds('The time in REM sleep'),
  is_nap: z.optional(
    z.boolean().check(z.describe('Whether it is a nap, apart from the night.')),
  ),
};

const typeText = typeNames
  .map((type) => `\`${type}\` in ${listUnits(type).join(' or ')}`)
  .join(', ');

export const MeasurementTypeName = z.enum(typeNames).check(
  z.meta({
    id: 'MeasurementType',
    description: `What was measured: ${typeText}. The first unit is the one of responses.`,
  }),
);
export const UnitName = z
  .enum(unitNames)
  .check(z.meta({ id: 'MeasurementUnit', description: 'The unit of `value`.' }));

/** The members of a value as it is sent, without the rules between them. */
export const sentMembers = {
  type: MeasurementTypeName,
  date: z.optional(
    CalendarDate.check(
      z.describe(
        'The local day. Required without a `time`, otherwise that of the `time` at its ' +
          'offset, or of the `end` of a sleep.',
      ),
    ),
  ),
  time: z.optional(
    described(
      DateTime,
      'When it was measured, or the sleep began, with any offset. Required of weight, blood ' +
        'pressure, blood glucose, body temperature and sleep; others have one value a day.',
      '2026-11-20T07:10:00+01:00',
    ),
  ),
  value: described(
    z.number(),
    'The value: of a blood pressure the systolic one, of a sleep the time asleep. A percentage ' +
      'of 1 or less is read as a fraction.',
    80.1,
  ),
  unit: z.optional(UnitName),
  diastolic: z.optional(
    quantity(diastolicBounds, 'The diastolic blood pressure in mmHg.'),
  ),
  sleep: z.optional(z.object(sleepMembers).check(z.meta({ id: 'SleepInput' }))),
  external_id: z.optional(
    described(
      text(100, 1),
      'Your id of the value. One that you send with another time or day of the month moves there.',
    ),
  ),
};

/** A value as it is sent, in any unit of its type. */
export type Sent = z.output<z.ZodMiniObject<typeof sentMembers>>;
type Member = keyof Sent;

/** Why a value of a source is not kept, in short. */
export type ValueProblem =
  | 'time is missing'
  | 'date is missing'
  | 'date is not that of the time'
  | 'unknown unit'
  | 'value is out of bounds'
  | 'diastolic value does not fit'
  | 'times of the sleep do not fit'
  | 'date is too far away';

/** A rule about several members, whose message names the member to change. */
interface Rule {
  path: Member;
  problem: ValueProblem;
  /** The members without which the rule says nothing. */
  of: readonly Member[];
  /** Returns the problem of a value, or undefined. */
  check(sent: Sent): string | undefined;
}

const rules: readonly Rule[] = [
  {
    path: 'time',
    problem: 'time is missing',
    of: ['type', 'time'],
    check: ({ type, time }) =>
      isTimed(type) && time === undefined ? `is required of ${type}` : undefined,
  },
  {
    path: 'date',
    problem: 'date is missing',
    of: ['type', 'date'],
    check: ({ type, date }) =>
      !isTimed(type) && date === undefined ? `is required of ${type}` : undefined,
  },
  {
    path: 'date',
    problem: 'date is not that of the time',
    of: ['date', 'time', 'sleep'],
    check: ({ date, time, sleep }) => {
      const moment = sleep?.end ?? time;
      if (date === undefined || moment === undefined || isNearDay(date, moment))
        return undefined;
      return `must be the day of ${sleep ? 'the end of the sleep' : 'the time'}`;
    },
  },
  {
    path: 'unit',
    problem: 'unknown unit',
    of: ['type', 'unit'],
    check: ({ type, unit }) =>
      unit === undefined || listUnits(type).includes(unit)
        ? undefined
        : `of ${type} must be ${listUnits(type).join(' or ')}`,
  },
  {
    path: 'value',
    problem: 'value is out of bounds',
    of: ['type', 'unit', 'value'],
    check: checkBounds,
  },
  {
    path: 'diastolic',
    problem: 'diastolic value does not fit',
    of: ['type', 'diastolic'],
    check: ({ type, value, diastolic }) => {
      const isPressure = type === 'blood_pressure';
      if (isPressure && diastolic === undefined) return `is required of ${type}`;
      if (!isPressure && diastolic !== undefined) return 'is only of blood_pressure';
      const { min, max } = diastolicBounds;
      if (diastolic !== undefined && (diastolic < min || diastolic > max))
        return `must be from ${min} to ${max}`;
      return diastolic !== undefined && diastolic >= value
        ? 'must be less than the value, which is the systolic one'
        : undefined;
    },
  },
  {
    path: 'sleep',
    problem: 'times of the sleep do not fit',
    of: ['type', 'time', 'value', 'sleep'],
    check: checkSleep,
  },
];

/** The rule about the day of a value that keeps the others. */
const dayRule: Rule = {
  path: 'time',
  problem: 'date is too far away',
  of: ['date', 'time', 'sleep'],
  check: (sent) => {
    const day = findDay(sent);
    return day === undefined || isWithinBounds(day)
      ? undefined
      : `must be on a local day ${dateRangeText}`;
  },
};

/** Returns the local day of a value, or undefined if it has neither a day nor a time. */
function findDay({ date, time, sleep }: Sent): string | undefined {
  const moment = sleep?.end ?? time;
  return date ?? (moment === undefined ? undefined : toLocalDay(moment));
}

function checkBounds({ type, unit, value }: Sent): string | undefined {
  const kept = toKeptValue(type, value, unit);
  const { bounds, unit: keptUnit } = getRules(type);
  if (kept === undefined || (kept >= bounds.min && kept <= bounds.max)) return undefined;
  return `of ${type} must be from ${bounds.min} to ${bounds.max} ${keptUnit}`;
}

function checkSleep({ type, time, value, sleep }: Sent): string | undefined {
  if (type !== 'sleep') return sleep ? 'is only of the type sleep' : undefined;
  if (!sleep) return 'is required of the type sleep';
  if (time === undefined) return undefined;
  const length = toSeconds(sleep.end) - toSeconds(time);
  if (length <= 0 || length > maxSleep)
    return 'must have an end after the time, at most 36 hours later';
  const { awake = 0, light = 0, deep = 0, rem = 0, in_bed = 0 } = sleep;
  const longest = Math.max(value, in_bed, awake + light + deep + rem);
  return longest > length
    ? 'must not have a duration that is longer than from the time to the end'
    : undefined;
}

const ruleChecks = [...rules, dayRule].map(({ path, of, check }) =>
  z.refine<Sent>((sent) => check(sent) === undefined, {
    path: [path],
    error: ({ input }) => check(input as Sent),
    when: whenValid(...of),
  }),
);

/** Returns a value as it is kept: in the unit of its type, with its local day. */
function toMeasurement(sent: Sent): SentMeasurement {
  const { type, time, value, unit, diastolic, sleep, external_id } = sent;
  return {
    type,
    date: findDay(sent) ?? '',
    value: toKeptValue(type, value, unit) ?? value,
    ...compact({
      time: isTimed(type) ? time : undefined,
      diastolic,
      sleep: sleep && compact(sleep),
      external_id,
    }),
  };
}

/**
 * Converts a value of another format, or returns what is wrong with it. A sleep whose stages do not
 * fit is kept without them.
 */
export function keepSent(sent: Sent): SentMeasurement | { problem: ValueProblem } {
  const problem = findProblem(sent);
  if (problem === undefined) return keepOfDiary(sent);
  const { sleep } = sent;
  const bare = sleep && { ...sent, sleep: { end: sleep.end, is_nap: sleep.is_nap } };
  return bare && findProblem(bare) === undefined ? keepOfDiary(bare) : { problem };
}

function keepOfDiary(sent: Sent): SentMeasurement | { problem: ValueProblem } {
  const kept = toMeasurement(sent);
  return isWithinBounds(kept.date) ? kept : { problem: dayRule.problem };
}

function findProblem(sent: Sent): ValueProblem | undefined {
  return rules.find(({ check }) => check(sent) !== undefined)?.problem;
}

const MeasurementInput = z.pipe(
  z
    .object(sentMembers)
    .check(...ruleChecks, z.meta({ id: 'MeasurementInput', description: 'A value.' })),
  z.transform(toMeasurement),
);

/** A value as a source states it, before it is checked. */
export type MeasurementReading = { [Name in Member]?: Sent[Name] | undefined } & {
  /** The id of the sleep whose day it has. */
  sleep_id?: string;
};

/** Reads a value that a source states. Returns undefined if it is not plausible. */
export function readMeasurement(
  reading: MeasurementReading,
): SentMeasurement | undefined {
  const read = MeasurementInput.safeParse(reading);
  return read.success ? read.data : undefined;
}

const Placed = z.object({ type: z.string(), date: z.string() });

/** Counts the months of values for each type. What has a problem can be anything. */
function countMonths(sent: readonly unknown[]): number {
  const months = sent.flatMap((value) => {
    const { data } = Placed.safeParse(value);
    return data ? `${data.type} ${data.date.slice(0, 'yyyy-mm'.length)}` : [];
  });
  return new Set(months).size;
}

const items = z.array(MeasurementInput).check(
  z.minLength(1),
  z.maxLength(maxMeasurements),
  z.refine((sent) => countMonths(sent) <= maxMonths.write, {
    error: `must be of at most ${maxMonths.write} months, counted for each type`,
    when: whenValid(),
  }),
);

/** Values to store. */
export const MeasurementsInput = z
  .object({ items })
  .check(z.meta({ id: 'MeasurementsInput' }));
