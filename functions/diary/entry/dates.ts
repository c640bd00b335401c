import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { dates } from './bounds.ts';

const isWithinBounds = (date: string) => date >= dates.first && date <= dates.last;
/** The days that can have entries, in words. */
export const range = `from ${dates.first} to ${dates.last}`;

/**
 * A day of the calendar, as the client counts its days: a label, derived from no time (decision
 * Y8).
 */
export const CalendarDate = z.iso
  .date({
    error: ({ input }) =>
      typeof input === 'string' ? 'must be a valid date in the format YYYY-MM-DD' : undefined,
    abort: true,
  })
  .check(
    z.refine(isWithinBounds, `must be ${range}`),
    z.meta({
      description: `The day in the diary, in the time zone of the client, ${range}.`,
      examples: ['2026-11-20'],
    }),
  );

/** A moment as it is answered. */
export const UtcTime = described(z.string(), 'In UTC, with `Z`.', '2026-11-20T17:00:00Z');

const shape =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/i;

const isoDate = z.iso.date();

/** The moment that an ISO 8601 text with an offset names, in UTC; undefined where it is none. */
function toUtc(text: string): string | undefined {
  const [, date, time, seconds = ':00', offset = ''] = shape.exec(text) ?? [];
  if (!isoDate.safeParse(date).success) return undefined;
  const inFull = offset
    .toUpperCase()
    .replace(/(\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  return new Date(`${date}T${time}${seconds}${inFull}`).toISOString().replace('.000Z', 'Z');
}

/** A moment: sent with any offset, kept and answered in UTC with `Z` (specification 2.7). */
export const Moment = z.pipe(
  z.string().check(
    z.refine((text) => toUtc(text) !== undefined, {
      error: 'must be an ISO 8601 date-time with an offset, e.g. 2026-11-20T09:00:00-08:00',
      abort: true,
    }),
    z.refine((text) => isWithinBounds(toUtc(text)?.slice(0, 10) ?? ''), `must be ${range} in UTC`),
    z.meta({
      description: `Start time, ${range} in UTC. Accepts any offset; responses are in UTC.`,
      format: 'date-time',
    }),
  ),
  z.transform((text: string) => toUtc(text) ?? text),
);
