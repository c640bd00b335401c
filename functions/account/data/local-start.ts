import { toLocalTime } from '#functions/diary/entry/dates.ts';
import { findOffset } from '#functions/diary/entry/times.ts';
import { getDateFormat } from '#shared/pages/formatters.ts';

const minute = 60_000;

/** Returns the local time of an instant in a time zone or at an offset: `2026-11-20T07:30`. */
function toPlace(ms: number, timeZone: string): string {
  // Sweden writes dates and times as ISO 8601 does.
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  return getDateFormat('sv', options).format(ms).replace(' ', 'T');
}

/**
 * Returns the local time of the start of an exercise, to the minute: at its place if the offset of
 * that is known, else in the person's time zone, else in UTC.
 */
export function toLocalStart(time: string, timeZone = 'UTC'): string {
  return toPlace(Date.parse(time), findOffset(time) ?? timeZone);
}

/** Returns the start at a local time of a place: an offset, a time zone, or UTC if undefined. */
export function fromLocalStart(local: string, place: string | undefined): string {
  const utc = Date.parse(`${local}Z`);
  if (place === undefined) return `${local}:00Z`;
  if (findOffset(place) !== undefined) return `${local}:00${place}`;

  const getOffset = (ms: number) => {
    const atPlace = Date.parse(`${toPlace(ms, place)}Z`);
    return atPlace - Math.floor(ms / minute) * minute;
  };
  // The offset at about the right time is that of the right time, except for a changed clock.
  const offset = getOffset(utc - getOffset(utc));
  return toLocalTime(utc - offset, offset / 1000);
}
