import { dateRangeText, isWithinBounds } from '#functions/diary/entry/dates.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  isNearDay,
  isTimed,
  type SentMeasurement,
  toLocalDay,
  toSeconds,
} from './measurement.ts';
import type { Sent } from './measurement-input.ts';
import {
  diastolicBounds,
  getRules,
  listUnits,
  maxSleep,
  toKeptValue,
} from './measurement-types.ts';

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
  path: keyof Sent;
  problem: ValueProblem;
  /** The members without which the rule says nothing. */
  of: readonly (keyof Sent)[];
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

/** All rules, in the order in which their problems are named. */
export const valueRules = [...rules, dayRule];

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

/** Returns a value as it is kept: in the unit of its type, with its local day. */
export function toMeasurement(sent: Sent): SentMeasurement {
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
