import { isCalendarDate } from '#shared/runtime/time.ts';

const hour = '(?:[01]\\d|2[0-3])';
const minute = '[0-5]\\d';
const seconds = ':[0-5]\\d(?:\\.\\d{1,9})?';
const offset = `Z|([+-]${hour})(?::?(${minute}))?`;
/** An ISO 8601 date-time. Its seconds and the minutes of its offset are optional. */
const dateTime = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)T(${hour}:${minute})(${seconds})?(?:${offset})$`,
  'i',
);

/** Adds the seconds and minutes that a date-time omits. Returns undefined if it is invalid. */
export function complete(text: string): string | undefined {
  const [, date, time, sentSeconds = ':00', hours, minutes = '00'] =
    dateTime.exec(text) ?? [];
  if (!isCalendarDate(date ?? '')) return undefined;
  return `${date}T${time}${sentSeconds}${hours ? `${hours}:${minutes}` : 'Z'}`;
}

const wholeSecondInUtc = /:\d\dZ$/;

/** Converts an ISO 8601 date-time to UTC. Returns undefined if it is invalid. */
export function toUtc(text: string): string | undefined {
  const completed = complete(text);
  if (!completed || wholeSecondInUtc.test(completed)) return completed;
  return new Date(completed).toISOString().replace('.000Z', 'Z');
}

/** The offset at the end of a time. */
export const offsetAtEnd = new RegExp(`[+-]${hour}:${minute}$`);

/**
 * Returns the offset of a stored time, or undefined if it is only known in UTC, which `-00:00` says
 * like `Z` (RFC 3339 section 4.3).
 */
export function findOffset(time: string): string | undefined {
  const utcOffset = offsetAtEnd.exec(time)?.[0];
  return utcOffset === '-00:00' ? undefined : utcOffset;
}

/** Returns the same time with an offset. A time that has one already is unchanged. */
export function withOffset(time: string, utcOffset: string): string {
  if (findOffset(time) !== undefined) return time;
  const localMidnight = Date.parse(`1970-01-01T00:00:00${utcOffset}`);
  const local = new Date(Date.parse(time) - localMidnight);
  return local.toISOString().replace(/(?:\.000)?Z$/, utcOffset);
}
