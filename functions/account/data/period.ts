import { addDays, type DayRange } from '#functions/diary/entry/dates.ts';

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
export function listSpans(period: Period, date: string): DayRange[] {
  const spans: DayRange[] = [];
  let span = findSpan(period, date);
  while (spans.length < barCounts[period]) {
    spans.unshift(span);
    span = findSpan(period, addDays(span.first, -1));
  }
  return spans;
}

/** The end of a page, which decides whether a later page follows. */
interface PageEnd {
  /** The last day of the page. */
  last: string;
  /** The current day in UTC. */
  today: string;
  /** Whether the day after `last` has entries. In the user's time zone, that day may be today. */
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

/** Returns the day, the week from Monday to Sunday, or the month of a date. */
function findSpan(period: Period, date: string): DayRange {
  if (period === 'day') return { first: date, last: date };
  if (period === 'week') {
    // getUTCDay() counts from Sunday, which is 0.
    const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7;
    const first = addDays(date, -daysSinceMonday);
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
