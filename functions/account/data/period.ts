import type { FirstWeekday } from '#functions/auth/identity/user-settings.ts';
import { addDays, type DayRange, isWithin } from '#functions/diary/entry/dates.ts';
import type { Energy } from '#functions/diary/entry/quantities.ts';
import { type DaySummary, sumEnergy } from '#functions/diary/entry/totals.ts';

/** The period of time that one bar of a chart covers. */
export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** The number of days from the end of a page to the end of the next page. */
const pageDays = { day: 30, week: 84, month: 365 } as const satisfies Record<
  Period,
  number
>;

/** The number of bars of a chart. */
const barCounts = { day: 30, week: 12, month: 12 } as const satisfies Record<
  Period,
  number
>;

/** Lists the spans that a page shows, in order. The last one contains `date`. */
export function listSpans(
  period: Period,
  date: string,
  firstWeekday: FirstWeekday = 'monday',
): DayRange[] {
  const spans: DayRange[] = [];
  let span = findSpan(period, date, firstWeekday);
  while (spans.length < barCounts[period]) {
    spans.unshift(span);
    span = findSpan(period, addDays(span.first, -1), firstWeekday);
  }
  return spans;
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
  const nextPageEnd = addDays(last, pageDays[period]);
  if (last < today) return nextPageEnd < today ? nextPageEnd : today;
  return hasEntriesAfter ? addDays(last, 1) : undefined;
}

/** The days of the week as `getUTCDay()` counts them. */
const weekdayNumbers: Readonly<Record<FirstWeekday, number>> = {
  sunday: 0,
  monday: 1,
  saturday: 6,
};

/** Returns the day, the week, or the month of a date. */
function findSpan(period: Period, date: string, firstWeekday: FirstWeekday): DayRange {
  if (period === 'day') return { first: date, last: date };
  if (period === 'week') {
    const weekday = new Date(date).getUTCDay();
    const daysSinceFirst = (weekday - weekdayNumbers[firstWeekday] + 7) % 7;
    const first = addDays(date, -daysSinceFirst);
    return { first, last: addDays(first, 6) };
  }

  const first = toFirstOfMonth(date);
  // No month is longer than 31 days.
  const firstOfNextMonth = toFirstOfMonth(addDays(first, 31));
  return { first, last: addDays(firstOfNextMonth, -1) };
}

function toFirstOfMonth(date: string): string {
  return `${date.slice(0, 'yyyy-mm'.length)}-01`;
}

/** The totals of a span. Null means that no entry of the span has the value. */
export interface SpanTotals extends DayRange {
  /** Whether a day of the span has entries. */
  hasEntries: boolean;
  /** Calories (kcal). */
  energyIn: number | null;
  /** Calories (kcal). */
  energyOut: number | null;
  /** Seconds. */
  duration: number;
  /** Meters. */
  distance: number | null;
}

/** Sums the days of each span. */
export function sumSpans(
  days: readonly DaySummary[],
  spans: readonly DayRange[],
): SpanTotals[] {
  return spans.map((span) => {
    const daysOfSpan = days.filter(({ date }) => isWithin(span, date));
    return { ...span, ...sumDays(daysOfSpan) };
  });
}

function sumDays(days: readonly DaySummary[]): Omit<SpanTotals, keyof DayRange> {
  return {
    hasEntries: days.length > 0,
    energyIn: sumKnown(days.map(({ energy_in }) => toCalories(energy_in))),
    energyOut: sumKnown(days.map(({ energy_out }) => toCalories(energy_out))),
    duration: days.reduce((total, { duration }) => total + duration, 0),
    distance: sumKnown(days.map(({ distance }) => distance)),
  };
}

/**
 * Converts an energy to calories, the unit of the charts. A sum has the unit of its first amount,
 * so the energy is added to 0 calories.
 */
export function toCalories(energy: Energy | null): number | null {
  if (!energy) return null;
  const zero = { unit: 'calories', value: 0 } as const;
  const amounts = [zero, energy].map((amount) => ({ energy: amount, multiplier: 1 }));
  return sumEnergy(amounts)?.value ?? null;
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null;
}
