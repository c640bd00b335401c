import { dateBounds } from '#functions/diary/entry/dates.ts';
import { isCalendarDate } from '#shared/runtime/time.ts';

/** A place in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

/**
 * Returns a position, or undefined if there is none on Earth. Devices that have not found theirs
 * write zeros.
 */
export function toPosition(
  latitude = Number.NaN,
  longitude = Number.NaN,
): Position | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

const dateAndTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/i;

const offsetAtEnd = /(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i;

/**
 * Returns whether the year, month and day with which a text begins are a date. `Date.parse` reads
 * March 2 in February 30. Every month has 28 days, so most texts need not be parsed.
 */
export function beginsWithDate(text: string): boolean {
  return text.slice(8, 10) <= '28' || isCalendarDate(text.slice(0, 10));
}

/** When the satellites of GPS began to count, in epoch milliseconds. */
const firstMs = Date.UTC(1980, 0, 6);
const lastMs = Date.parse(dateBounds.last);

/**
 * Reads a time of a file in epoch milliseconds. It is undefined if it is none, or if no device can
 * have recorded it: some write points of 1970, of the year 0 or of a far future among others. A
 * time that states no offset is read as if it were in UTC.
 */
export function parseTime(text: string): number | undefined {
  return parseIsoTime(text) ?? parseIsoTime(toIsoTime(text));
}

/** Some programs write a space instead of `T`, decimals after a comma, or an offset in hours. */
function toIsoTime(text: string): string {
  const joined = text.replace(/^([\d-]{10})[ ]+/, '$1T').replace(',', '.');
  return joined.replace(/([+-]\d\d)$/, '$1:00');
}

function parseIsoTime(text: string): number | undefined {
  // `Date.parse` reads a date in much else, e.g. in "Run 5".
  if (!dateAndTime.test(text) || !beginsWithDate(text)) return undefined;
  const ms = Date.parse(isFloating(text) ? `${text}Z` : text);
  return ms >= firstMs && ms <= lastMs ? ms : undefined;
}

/**
 * Returns the seconds east of UTC that a time states, or undefined if it has none or is only known
 * in UTC, which `-00:00` says like `Z` (RFC 3339 section 4.3).
 */
export function findStatedOffset(text: string): number | undefined {
  const [, sign, hours, minutes = '0'] = offsetAtEnd.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  if (sign === '+') return seconds;
  return seconds === 0 ? undefined : -seconds;
}

/** Returns whether a time states neither that it is in UTC nor how far it is from it. */
export function isFloating(text: string): boolean {
  return !offsetAtEnd.test(text);
}

/** Meters. The mean radius of the Earth. */
const earthRadius = 6_371_008.8;

/** Returns the distance in meters between two positions, along the surface of a sphere. */
export function getDistance(from: Position, to: Position): number {
  const toRadians = Math.PI / 180;
  const latitude = ((to.latitude - from.latitude) * toRadians) / 2;
  const longitude = ((to.longitude - from.longitude) * toRadians) / 2;
  const cosines = Math.cos(from.latitude * toRadians) * Math.cos(to.latitude * toRadians);
  const a = Math.sin(latitude) ** 2 + cosines * Math.sin(longitude) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(a)));
}
