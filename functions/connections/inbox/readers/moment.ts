import { toUtc } from '#functions/diary/entry/times.ts';
import {
  completeOffset,
  formatClockIn,
  formatIn,
} from '#functions/diary/workout-import/utc-offset.ts';
import { remember } from '#shared/runtime/remember.ts';
import { isCalendarDate } from '#shared/runtime/time.ts';

/** A day, and the time of it if one is known, with the offset of the place. */
export interface LocalMoment {
  date: string;
  time?: string;
}

/** A moment with a time. */
export type TimedMoment = Required<LocalMoment>;

/**
 * Matches times of ISO 8601 and those of Health Auto Export: `2026-09-20 10:00:00 +0300`, on some
 * phones `2026-09-20 10:00:00 AM +0300`. The time and the offset may be missing.
 */
const clockPattern = /(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?/;
const pattern = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)(?:[T\\s]${clockPattern.source})?\\s*(Z|[+-]\\d\\d:?\\d\\d)?$`,
  'i',
);

/**
 * Reads a time. One in UTC, or without an offset, is at the offset of `zone`: the zone of the
 * record, else the person's. Returns undefined if it is no time.
 */
export function readMoment(text: unknown, zone: string): LocalMoment | undefined {
  const isShort = typeof text === 'string' && text.length <= maxLength;
  return isShort ? parseMoment(text, zone) : undefined;
}

/** The longest text of a time. */
const maxLength = 60;

/** The texts and zones that are known: a message has the same ones again and again. */
const maxKnown = 1000;

const parseMoment = remember(maxKnown, (text: string, zone: string) => {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, date = '', hours, minutes, seconds = '00', half, offset] = match;
  if (!isDate(date)) return undefined;
  if (hours === undefined) return { date };
  const clock = `${toHours(Number(hours), half)}:${minutes}:${seconds}`;
  const isPlace = offset !== undefined && /^[+-]/.test(offset);
  if (isPlace) return toMoment(`${date}T${clock}${completeOffset(offset)}`);
  const ms = Date.parse(`${date}T${clock}Z`);
  if (Number.isNaN(ms)) return undefined;
  const moment = offset === undefined ? toPlace(ms, zone) : formatAt(ms, zone);
  // At the ends of the calendar, the place can be in a year that has not four digits.
  return isCalendarDate(moment.date) ? moment : undefined;
});

/** Reads a time as `readMoment` does. A day alone is its midnight. */
export function readTime(text: unknown, zone: string): TimedMoment | undefined {
  const moment = readMoment(text, zone);
  if (!moment) return undefined;
  const { date, time } = moment;
  return time ? { date, time } : toPlace(Date.parse(`${date}T00:00:00Z`), zone);
}

/** Returns a time in epoch milliseconds at the offset of a zone. */
export function formatAt(ms: number, zone: string): TimedMoment {
  const time = formatIn(ms, zone);
  return { date: time.slice(0, 10), time };
}

/** Returns a time of which the clock of the place is known, as if that were UTC. */
function toPlace(localMs: number, zone: string): TimedMoment {
  const time = formatClockIn(localMs, zone);
  return { date: time.slice(0, 10), time };
}

/**
 * Returns when a workout was, and the offset of its place. A duration that is none, or longer than
 * from start to end, is that.
 */
export function toSpan(start: TimedMoment, end: TimedMoment, stated: unknown) {
  const ms = Date.parse(start.time);
  const localMs = Date.parse(`${start.time.slice(0, 19)}Z`);
  const elapsed = (Date.parse(end.time) - ms) / 1000;
  const duration = typeof stated === 'number' && stated > 0 ? stated : elapsed;
  return {
    start_time: new Date(ms).toISOString(),
    utc_offset: (localMs - ms) / 1000,
    duration: Math.min(duration, elapsed),
    elapsed,
  };
}

function toMoment(time: string): TimedMoment | undefined {
  return toUtc(time) === undefined ? undefined : { date: time.slice(0, 10), time };
}

function toHours(hours: number, half: string | undefined): string {
  const isAfternoon = half?.toLowerCase() === 'p';
  const ofDay = half ? (hours % 12) + (isAfternoon ? 12 : 0) : hours;
  return String(ofDay).padStart(2, '0');
}

/** Returns whether a text of digits is a day of the calendar. */
function isDate(text: string): boolean {
  // A day that the month does not have is none, or one of the next month.
  return new Date(text).getUTCDate() === Number(text.slice('yyyy-mm-'.length));
}
