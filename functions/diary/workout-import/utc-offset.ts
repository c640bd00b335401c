import { toLocalTime } from '#functions/diary/entry/dates.ts';
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

const dayMs = 86_400_000;

/** The days and zones that are known: a file or a message has the same ones again and again. */
const findAtMidnight = remember(
  1000,
  (day: number, zone: string) => findUtcOffset(zone, new Date(day * dayMs)) ?? 0,
);

/** Returns the offset of a zone, or 0 if it is unknown. No zone changes twice in a day of UTC. */
function findOffset(ms: number, zone: string): number {
  const day = Math.floor(ms / dayMs);
  const first = findAtMidnight(day, zone);
  if (first === findAtMidnight(day + 1, zone)) return first;
  return findUtcOffset(zone, new Date(ms)) ?? 0;
}

/** Returns a time in epoch milliseconds as the clocks of a zone show it, with their offset. */
export function formatIn(ms: number, zone: string): string {
  return toLocalTime(ms, findOffset(ms, zone));
}

/** Returns the time at which the clocks of a zone show what `localMs` is in UTC. */
export function formatClockIn(localMs: number, zone: string): string {
  const find = (ms: number) => findOffset(ms, zone) * 1000;
  return formatIn(localMs - find(localMs - find(localMs)), zone);
}

/** Returns a stated offset, e.g. `+0200`, in the form of ISO 8601. */
export function completeOffset(offset: string): string {
  if (/z/i.test(offset)) return 'Z';
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
}
