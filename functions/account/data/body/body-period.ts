import type { FirstWeekday } from '#functions/auth/identity/user-settings.ts';
import { addDays, type DayRange } from '#functions/diary/entry/dates.ts';
import { findRange } from '#functions/diary/entry/day-ranges.ts';
import {
  listMonthsOf,
  type TypedMonth,
} from '#functions/diary/measurement/measurement-month.ts';
import { typeNames } from '#functions/diary/measurement/measurement-types.ts';
import type { PeriodName } from '../data-url.ts';
import { meanDays } from './measured-days.ts';

const shapes = {
  month: { unit: 'day', count: 30 },
  quarter: { unit: 'day', count: 90 },
  year: { unit: 'week', count: 52 },
} as const satisfies Record<PeriodName, { unit: 'day' | 'week'; count: number }>;

/** The days of a page, and the ranges of its bars. */
export interface BodyPeriod extends DayRange {
  name: PeriodName;
  unit: 'day' | 'week';
  ranges: readonly DayRange[];
}

/** Returns the days that end with a date, or with its week. */
export function toBodyPeriod(
  name: PeriodName,
  date: string,
  firstWeekday: FirstWeekday = 'monday',
): BodyPeriod {
  const { unit, count } = shapes[name];
  const end = findRange(unit, date, firstWeekday);
  const days = unit === 'week' ? 7 : 1;
  const ranges = Array.from({ length: count }, (_, index) => {
    const shift = days * (index + 1 - count);
    return { first: addDays(end.first, shift), last: addDays(end.last, shift) };
  });
  return { name, unit, ranges, first: ranges[0]?.first ?? end.first, last: end.last };
}

/** The months before a page of which weights are read, to find the last one. */
const weightDays = 365;

/** Lists the months of what a page of some days shows: all types, and earlier weights. */
export function listBodyMonths({ first, last }: DayRange): TypedMonth[] {
  const earliest = addDays(last, -weightDays);
  return typeNames.flatMap((type) => {
    const isWeight = type === 'weight';
    const from = isWeight && earliest < first ? earliest : addDays(first, 1 - meanDays);
    return listMonthsOf({ first: from, last }).map((month) => ({ type, month }));
  });
}
