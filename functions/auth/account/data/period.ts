import { addDays } from '#shared/diary/dates.ts';
import type { Span } from '#shared/diary/span.ts';

/** What a bar of a chart stands for. */
export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** How many days later the next page ends. */
const pageDays = { day: 30, week: 84, month: 365 } as const satisfies Record<
  Period,
  number
>;

/** How many bars a chart has. */
const counts = { day: 30, week: 12, month: 12 } as const satisfies Record<Period, number>;

/** Lists the spans that a page shows, in order. The last one contains `date`. */
export function listSpans(period: Period, date: string): Span[] {
  const spans: Span[] = [];
  let span = findSpan(period, date);
  while (spans.length < counts[period]) {
    spans.unshift(span);
    span = findSpan(period, addDays(span.first, -1));
  }
  return spans;
}

/** What decides whether a page is followed by a later one. */
interface LastDay {
  /** The last day of the page. */
  last: string;
  today: string;
  /** Whether the day after the page has entries. It may have begun in the user's time zone. */
  hasEntriesAfter: boolean;
}

/** Returns the date of the next page. It is undefined if that page would be in the future. */
export function findLaterDate(
  period: Period,
  { last, today, hasEntriesAfter }: LastDay,
): string | undefined {
  const next = addDays(last, pageDays[period]);
  if (last < today) return next < today ? next : today;
  return hasEntriesAfter ? addDays(last, 1) : undefined;
}

/** Returns the day, the week from Monday to Sunday, or the month of a date. */
function findSpan(period: Period, date: string): Span {
  if (period === 'day') return { first: date, last: date };
  if (period === 'week') {
    const daysSinceMonday = (new Date(date).getUTCDay() + 6) % 7;
    const first = addDays(date, -daysSinceMonday);
    return { first, last: addDays(first, 6) };
  }

  const first = `${date.slice(0, 7)}-01`;
  const nextMonth = `${addDays(first, 31).slice(0, 7)}-01`;
  return { first, last: addDays(nextMonth, -1) };
}
