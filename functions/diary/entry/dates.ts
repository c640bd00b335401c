import * as z from 'zod/mini';
import { described, parameter } from '#shared/contract/schema.ts';
import { dateBounds } from './quantities.ts';

/** The days that can have entries, for messages and descriptions. */
export const dateRangeText = `from ${dateBounds.first} to ${dateBounds.last}`;

/** A calendar date in the time zone of the client. It is not derived from a time (wire.md Y8). */
export const CalendarDate = z.iso
  .date({
    error: ({ input }) =>
      typeof input === 'string'
        ? 'must be a valid date in the format YYYY-MM-DD'
        : undefined,
    abort: true,
  })
  .check(
    z.refine(isWithinBounds, `must be ${dateRangeText}`),
    z.meta({
      description: `The day in the diary, in the time zone of the client, ${dateRangeText}.`,
      examples: ['2026-11-20'],
    }),
  );

/** Builds the schema of a calendar date in a query. */
export function dateParameter(description: string) {
  const sent = parameter().check(z.meta({ description, format: 'date' }));
  return z.pipe(sent, CalendarDate);
}

/** A time in a response. */
export const UtcTime = described(z.string(), 'In UTC, with `Z`.', '2026-11-20T17:00:00Z');

const isoDate = z.iso.date();
const hour = '(?:[01]\\d|2[0-3])';
const minute = '[0-5]\\d';
const seconds = ':[0-5]\\d(?:\\.\\d{1,9})?';
const offset = `Z|[+-]${hour}(?::?${minute})?`;
/** An ISO 8601 date-time. Its seconds and the minutes of its offset are optional. */
const dateTime = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)T(${hour}:${minute})(${seconds})?(${offset})$`,
  'i',
);

/**
 * A time. It is sent and stored with any offset, which tells the time at the place, and returned in
 * UTC (specification 2.7).
 */
export const DateTime = z.pipe(
  z.string().check(
    z.refine((text) => toUtc(text) !== undefined, {
      error:
        'must be an ISO 8601 date-time with an offset, e.g. 2026-11-20T09:00:00-08:00',
      abort: true,
    }),
    z.refine(
      (text) => isWithinBounds(toUtcDate(text)),
      `must be ${dateRangeText} in UTC`,
    ),
    z.meta({
      description: `Start time, ${dateRangeText} in UTC. Accepts any offset; responses are in UTC.`,
      format: 'date-time',
    }),
  ),
  z.transform((text: string) => complete(text) ?? text),
);

/** Adds the seconds and minutes that a date-time omits. Returns undefined if it is invalid. */
function complete(text: string): string | undefined {
  const [, date, time, sentSeconds = ':00', sentOffset = ''] = dateTime.exec(text) ?? [];
  if (!isoDate.safeParse(date).success) return undefined;
  return `${date}T${time}${sentSeconds}${completeOffset(sentOffset)}`;
}

/** Converts an ISO 8601 date-time to UTC. Returns undefined if it is invalid. */
export function toUtc(text: string): string | undefined {
  const completed = complete(text);
  return completed && new Date(completed).toISOString().replace('.000Z', 'Z');
}

const offsetAtEnd = new RegExp(`[+-]${hour}:${minute}$`);

/** How far the time at a place is ahead of UTC. */
export const UtcOffset = z.string().check(
  z.regex(new RegExp(`^${offsetAtEnd.source}`), 'must be an offset, e.g. -08:00'),
  z.meta({
    description:
      'How far the time at the place is ahead of UTC. Absent if it is unknown. A request can ' +
      'have it with a `start_time` in UTC.',
    examples: ['-08:00'],
  }),
);

/** Returns the offset of a stored time, or undefined if it is only known in UTC. */
export function findOffset(time: string): string | undefined {
  return offsetAtEnd.exec(time)?.[0];
}

/** Returns the same time with an offset. A time that has one already is unchanged. */
export function withOffset(time: string, utcOffset: string): string {
  if (findOffset(time) !== undefined) return time;
  const localMidnight = Date.parse(`1970-01-01T00:00:00${utcOffset}`);
  const local = new Date(Date.parse(time) - localMidnight);
  return local.toISOString().replace(/(?:\.000)?Z$/, utcOffset);
}

/** Returns a time in epoch milliseconds, to the second, at the place with this UTC offset. */
export function toLocalTime(ms: number, offsetSeconds: number): string {
  const minutes = Math.round(offsetSeconds / 60);
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`;
}

function toUtcDate(text: string): string {
  return toUtc(text)?.slice(0, 10) ?? '';
}

/** Completes the offsets `+01` and `+0100` to `+01:00`, and changes `z` to `Z`. */
function completeOffset(sent: string): string {
  const hoursAndMinutes = /(\d\d):?(\d\d)?$/;
  return sent
    .toUpperCase()
    .replace(hoursAndMinutes, (_, hours, minutes = '00') => `${hours}:${minutes}`);
}

/** Returns whether the diary can have entries on a date. */
export function isWithinBounds(date: string): boolean {
  return date >= dateBounds.first && date <= dateBounds.last;
}

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

/** Days that are at most this many days apart are read by one query. */
const maxGap = 7;

/** Returns whether a date is a day of the range. */
export function isWithin({ first, last }: DayRange, date: string): boolean {
  return date >= first && date <= last;
}

/** Returns whether a date is a day of one of the ranges. */
export function isWithinAny(ranges: readonly DayRange[], date: string): boolean {
  return ranges.some((range) => isWithin(range, date));
}

export function listDates({ first, last }: DayRange): string[] {
  const count = countDays(first, last) + 1;
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Groups dates into ranges of days that are close to each other. */
export function groupDates(dates: readonly string[]): DayRange[] {
  const ranges: DayRange[] = [];
  for (const date of dates.toSorted()) {
    const range = ranges.at(-1);
    const isClose = range !== undefined && countDays(range.last, date) <= maxGap;
    if (isClose) range.last = date;
    else ranges.push({ first: date, last: date });
  }
  return ranges;
}
