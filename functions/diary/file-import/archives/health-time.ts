import { beginsWithDate } from '../formats/place-time.ts';

/** Phones with a clock of 12 hours write so, too, in some regions with a space of its own kind. */
const healthTime =
  /^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d(?:\s?[AP]M)? [+-](?:0\d|1[0-4])[0-5]\d$/i;

/** Reads a time of an export in epoch milliseconds. It is NaN if it is none. */
export function parseHealthTime(text: string): number {
  if (!healthTime.test(text) || !beginsWithDate(text)) return Number.NaN;
  return Date.parse(text.replace(/\s?([AP]M)/i, ' $1'));
}
