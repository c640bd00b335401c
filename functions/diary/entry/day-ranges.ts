import type { FirstWeekday } from '#functions/auth/identity/user-settings.ts';
import { addDays, type DayRange } from './dates.ts';

/** The ranges of the calendar by which days are summed up. */
export const rangeKinds = ['day', 'week', 'month', 'year'] as const;
export type RangeKind = (typeof rangeKinds)[number];

/** The days of the week as `getUTCDay()` counts them. */
const weekdayNumbers: Readonly<Record<FirstWeekday, number>> = {
  sunday: 0,
  monday: 1,
  saturday: 6,
};

/** Returns whether a date is the first day of a week. */
export function beginsWeek(date: string, firstWeekday: FirstWeekday = 'monday'): boolean {
  return new Date(date).getUTCDay() === weekdayNumbers[firstWeekday];
}

/** Returns the day, week, month or year of a date. */
export function findRange(
  kind: RangeKind,
  date: string,
  firstWeekday: FirstWeekday = 'monday',
): DayRange {
  if (kind === 'day') return { first: date, last: date };
  if (kind === 'week') {
    const weekday = new Date(date).getUTCDay();
    const daysSinceFirst = (weekday - weekdayNumbers[firstWeekday] + 7) % 7;
    const first = addDays(date, -daysSinceFirst);
    return { first, last: addDays(first, 6) };
  }

  const year = date.slice(0, 'yyyy'.length);
  if (kind === 'year') return { first: `${year}-01-01`, last: `${year}-12-31` };
  const first = toFirstOfMonth(date);
  // No month is longer than 31 days.
  const firstOfNextMonth = toFirstOfMonth(addDays(first, 31));
  return { first, last: addDays(firstOfNextMonth, -1) };
}

function toFirstOfMonth(date: string): string {
  return `${date.slice(0, 'yyyy-mm'.length)}-01`;
}
