import { remember } from '#shared/runtime/remember.ts';

/**
 * Returns the seconds east of UTC in a time zone at a time, or undefined if the zone is unknown or
 * the time is invalid. A zone is the name of one of IANA, or a distance such as `GMT+0900`.
 */
export function findUtcOffset(timeZone: string, at: Date): number | undefined {
  const format = findFormat(timeZone);
  if (!format || Number.isNaN(at.getTime())) return undefined;
  const parts = format.formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // The name is `GMT` at UTC, and otherwise like `GMT+02:00`.
  const [, sign = '+', hours = 0, minutes = 0] =
    /^GMT([+-])(\d{2}):(\d{2})$/.exec(name) ?? [];
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' ? -seconds : seconds;
}

/**
 * Finds the format of a zone. To create one takes far longer than to use it, and zones come in
 * series. A file has those of its place, of its request and of the person.
 */
const findFormat = remember(8, (zone: string): Intl.DateTimeFormat | undefined => {
  const timeZone = /^(?:GMT|UTC)(?=[+-])(.+)$/.exec(zone)?.[1] ?? zone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
});
