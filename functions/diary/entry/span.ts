import { addDays, countDays } from './dates.ts';

/** Consecutive days, the first and the last included. */
export interface Span {
  first: string;
  last: string;
}

/** Days that are at most this many days apart are read by one query. */
const maxGap = 7;

/** Returns whether a date is a day of the span. */
export function isWithin({ first, last }: Span, date: string): boolean {
  return date >= first && date <= last;
}

/** Returns whether a date is a day of one of the spans. */
export function isWithinAny(spans: readonly Span[], date: string): boolean {
  return spans.some((span) => isWithin(span, date));
}

/** Lists the dates of a span. */
export function listDates({ first, last }: Span): string[] {
  const count = countDays(first, last) + 1;
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Groups dates into spans of days that are close to each other. */
export function groupDates(dates: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const date of dates.toSorted()) {
    const span = spans.at(-1);
    const isClose = span !== undefined && countDays(span.last, date) <= maxGap;
    if (isClose) span.last = date;
    else spans.push({ first: date, last: date });
  }
  return spans;
}
