import type { FirstWeekday } from '#functions/auth/identity/user-settings.ts';
import {
  addDays,
  countDays,
  type DayRange,
  isWithin,
} from '#functions/diary/entry/dates.ts';
import { findRange, type RangeKind } from '#functions/diary/entry/day-ranges.ts';
import type { DaySummary } from '#functions/diary/entry/totals-representation.ts';
import { toCalories } from './energy.ts';

/**
 * The periods of a page: 7 or 30 days, 12 weeks, 12 months, the months of one year, or the days of
 * one month. Links from before there were 7 days have `day` for 30 days.
 */
export const periods = [
  'seven_days',
  'day',
  'week',
  'month',
  'year',
  'days_of_month',
] as const;
export type Period = (typeof periods)[number];

/** The range of one bar of a chart. */
export type BarKind = Exclude<RangeKind, 'year'>;

interface PeriodShape {
  range: BarKind;
  /** The number of bars of a chart, or the range of the calendar of which they are the parts. */
  bars: number | 'month' | 'year';
  /** The number of days from the end of a page to a day of the next page, its last if possible. */
  pageDays: number;
}

const shapes: Readonly<Record<Period, PeriodShape>> = {
  seven_days: { range: 'day', bars: 7, pageDays: 7 },
  day: { range: 'day', bars: 30, pageDays: 30 },
  week: { range: 'week', bars: 12, pageDays: 84 },
  month: { range: 'month', bars: 12, pageDays: 365 },
  year: { range: 'month', bars: 'year', pageDays: 365 },
  // No month is shorter than 28 days.
  days_of_month: { range: 'day', bars: 'month', pageDays: 28 },
};

/** Returns what one bar of the charts of a period covers. */
export function getRangeKind(period: Period): BarKind {
  return shapes[period].range;
}

/**
 * Lists the ranges that a page shows, in order. The last one contains `date`, or the month or the
 * year of the page does.
 */
export function listRanges(
  period: Period,
  date: string,
  firstWeekday: FirstWeekday = 'monday',
): DayRange[] {
  const { range: kind, bars } = shapes[period];
  const whole = typeof bars === 'string' ? findRange(bars, date) : undefined;
  const ranges: DayRange[] = [];
  let range = findRange(kind, whole?.last ?? date, firstWeekday);
  while (whole ? range.first >= whole.first : ranges.length < Number(bars)) {
    ranges.unshift(range);
    range = findRange(kind, addDays(range.first, -1), firstWeekday);
  }
  return ranges;
}

/** Returns the days from the first to the last of some ranges. */
export function joinRanges(ranges: readonly DayRange[]): DayRange {
  const [first, last] = [ranges.at(0)?.first, ranges.at(-1)?.last];
  if (first === undefined || last === undefined) throw new Error('A page has a range.');
  return { first, last };
}

/** The days with which a page is compared. */
export interface ComparedRange extends DayRange {
  /** Whether the page has days that have not come. They are not compared then. */
  isPart: boolean;
}

/** The facts that decide with which days a page is compared. */
interface ComparedPage {
  period: Period;
  range: DayRange;
  /** The dates of the entries of the page. */
  dates: readonly string[];
  today: string;
  firstWeekday?: FirstWeekday | undefined;
}

/**
 * Returns the days before those of a page, as many as have come. Days with entries have come:
 * without a time zone, it may be tomorrow already.
 */
export function findComparedRange({
  period,
  range: { first, last },
  dates,
  today,
  firstWeekday,
}: ComparedPage): ComparedRange {
  const [lastKnown = today] = [today, ...dates].toSorted().toReversed();
  const dayBefore = addDays(first, -1);
  const before = joinRanges(listRanges(period, dayBefore, firstWeekday));
  const isPart = lastKnown >= first && lastKnown < last;
  if (!isPart) return { ...before, isPart };
  const sameDay = addDays(before.first, countDays(first, lastKnown));
  // The month before can be shorter.
  return { ...before, last: isWithin(before, sameDay) ? sameDay : before.last, isPart };
}

/** The end of a page, which decides whether a later page follows. */
interface PageEnd {
  /** The last day of the page. */
  last: string;
  /** The current day in the user's time zone, or in UTC. */
  today: string;
  /** Whether the day after `last` has entries. Without a time zone, that day may be today. */
  hasEntriesAfter: boolean;
}

/** Returns a date of the later page, or undefined if that page would be in the future. */
export function findLaterDate(
  period: Period,
  { last, today, hasEntriesAfter }: PageEnd,
): string | undefined {
  const nextPageEnd = addDays(last, shapes[period].pageDays);
  if (last < today) return nextPageEnd < today ? nextPageEnd : today;
  return hasEntriesAfter ? addDays(last, 1) : undefined;
}

/** The totals of a range. Null means that no entry of the range has the value. */
export interface RangeTotals extends DayRange {
  /** Whether a day of the range has entries. */
  hasEntries: boolean;
  /** Calories (kcal). */
  energyIn: number | null;
  /** Calories (kcal). */
  energyOut: number | null;
  /** The part of it that is estimated from the person's weight. */
  energyOutEstimated: number | null;
  /** Seconds. */
  duration: number;
  /** Meters. */
  distance: number | null;
}

/** Sums the days of each range. */
export function sumRanges(
  days: readonly DaySummary[],
  ranges: readonly DayRange[],
): RangeTotals[] {
  return ranges.map((range) => {
    const daysOfRange = days.filter(({ date }) => isWithin(range, date));
    return { ...range, ...sumDays(daysOfRange) };
  });
}

export function sumDays(days: readonly DaySummary[]): Omit<RangeTotals, keyof DayRange> {
  return {
    hasEntries: days.length > 0,
    energyIn: sumKnown(days.map(({ energy_in }) => toCalories(energy_in))),
    energyOut: sumKnown(days.map(({ energy_out }) => toCalories(energy_out))),
    energyOutEstimated: sumKnown(
      days.map(({ energy_out_estimated = null }) => toCalories(energy_out_estimated)),
    ),
    duration: days.reduce((total, { duration }) => total + duration, 0),
    distance: sumKnown(days.map(({ distance }) => distance)),
  };
}

/** Sums the known values. Returns null if there is none. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null;
}
