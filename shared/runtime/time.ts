/**
 * Formats a stored time for the main API: UTC in seconds with the offset `+00:00` (wire.md
 * M11).
 */
export function formatOffsetTime(stored: string): string {
  return `${stored.slice(0, 19)}+00:00`;
}

/** Formats a stored time as `formatOffsetTime` does, or returns null if there is none. */
export function formatOptionalTime(stored: string | undefined): string | null {
  return stored === undefined ? null : formatOffsetTime(stored);
}

/** Converts a time to whole seconds since 1970, the unit of every expiry. */
export function toEpochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** The length of a day in seconds. */
export const daySeconds = 86_400;

/** Returns the seconds until the next day (UTC). */
export function countSecondsToNextDay(now: Date): number {
  return daySeconds - (toEpochSeconds(now) % daySeconds);
}

/** Returns whether a text such as `2026-02-31` is a date of the calendar. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && toUtcDate(new Date(ms)) === text;
}

/** Returns the date of a time (UTC), as in `2026-11-20`. */
export function toUtcDate(at: Date): string {
  return at.toISOString().slice(0, 10);
}
