import { isCalendarDate } from '#shared/runtime/time.ts';

const dayMs = 86_400_000;

/** Returns the calendar date that is a number of days after `date`. */
export function addDays(date: string, days: number): string {
  const shifted = new Date(Date.parse(date) + days * dayMs);
  return shifted.toISOString().slice(0, 10);
}

/** Returns the number of days from one calendar date to another. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** Consecutive days, the first and the last included. */
export interface DayRange {
  first: string;
  last: string;
}

export function isWithin({ first, last }: DayRange, date: string): boolean {
  return date >= first && date <= last;
}

export function isWithinAny(ranges: readonly DayRange[], date: string): boolean {
  return ranges.some((range) => isWithin(range, date));
}

export function listDates({ first, last }: DayRange): string[] {
  const count = countDays(first, last) + 1;
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Groups dates into ranges of days that are close to each other. */
export function groupDates(dates: readonly string[], maxGap = 7): DayRange[] {
  const ranges: DayRange[] = [];
  for (const date of dates.toSorted()) {
    const range = ranges.at(-1);
    const isClose = range !== undefined && countDays(range.last, date) <= maxGap;
    if (isClose) range.last = date;
    else ranges.push({ first: date, last: date });
  }
  return ranges;
}

/** Returns a time in epoch milliseconds, to the second, at the place with this UTC offset. */
export function toLocalTime(ms: number, offsetSeconds: number): string {
  const minutes = Math.round(offsetSeconds / 60);
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`;
}

/** First and last day that can have entries. */
export const dateBounds = { first: '1900-01-01', last: '2199-12-31' } as const;

/** The days that can have entries, for messages and descriptions. */
export const dateRangeText = `from ${dateBounds.first} to ${dateBounds.last}`;

/** Returns whether a text is a date on which the diary can have entries. */
export function isDiaryDate(text: string): boolean {
  return isCalendarDate(text) && isWithinBounds(text);
}

/** Returns whether the diary can have entries on a date. */
export function isWithinBounds(date: string): boolean {
  return date >= dateBounds.first && date <= dateBounds.last;
}
