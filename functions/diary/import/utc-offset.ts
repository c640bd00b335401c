/**
 * Returns the seconds east of UTC in an IANA time zone at a time, or undefined if the zone is
 * unknown or the time is invalid.
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

/** The last format. To create one takes far longer than to use it, and zones come in series. */
let last: { timeZone: string; format: Intl.DateTimeFormat | undefined } | undefined;

function findFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  if (last?.timeZone !== timeZone) last = { timeZone, format: createFormat(timeZone) };
  return last.format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}
