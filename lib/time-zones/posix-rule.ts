/** A day of each year and the wall time at which the offset changes. */
interface YearlyChange {
  /** From 0. */
  month: number;
  /** The first day on which `weekday` can be, or the last one, negative. */
  day: number;
  /** From 1, which is Sunday. */
  weekday: number;
  /** Seconds since midnight. */
  time: number;
}

/** The rule of a time zone that changes its offset twice a year. */
interface SummerRule {
  /** Seconds east of UTC in winter. */
  standard: number;
  /** Seconds that summer adds. */
  saving: number;
  start: YearlyChange;
  end: YearlyChange;
}

/** Matches e.g. `CET-1CEST,M3.5.0,M10.5.0/3`. Offsets are west of UTC. */
const pattern =
  /^(?:<[^>]+>|[A-Za-z]+)([\d:+-]+)(?:<[^>]+>|[A-Za-z]+)([\d:+-]+)?,([^,]+),([^,]+)$/;

/** Parses the rule of POSIX in a TZif file. Undefined if the offset does not change any more. */
export function parseSummerRule(rule: string): SummerRule | undefined {
  const [, west, summerWest, start, end] = pattern.exec(rule) ?? [];
  if (west === undefined || start === undefined || end === undefined) return undefined;
  const standard = -parseSeconds(west);
  const summer = summerWest === undefined ? standard + 3600 : -parseSeconds(summerWest);
  const changes = { start: parseChange(start), end: parseChange(end) };
  if (summer > standard) return { standard, saving: summer - standard, ...changes };
  // Ireland's law has a winter time instead: the standard time is that of summer.
  const { start: winterStart, end: winterEnd } = changes;
  return {
    standard: summer,
    saving: standard - summer,
    start: winterEnd,
    end: winterStart,
  };
}

/** Returns the times of both changes in a year, in seconds since 1970. */
export function listChanges(
  { standard, saving, start, end }: SummerRule,
  year: number,
): { at: number; isSummer: boolean }[] {
  const changes = [
    { at: findTime(start, year) - standard, isSummer: true },
    { at: findTime(end, year) - standard - saving, isSummer: false },
  ];
  return changes.sort((one, other) => one.at - other.at);
}

const secondsOfDay = 86_400;

/** Parses hours, or hours, minutes and seconds. */
function parseSeconds(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const [hours = 0, minutes = 0, seconds = 0] = text
    .replace(/^[+-]/, '')
    .split(':')
    .map(Number);
  return sign * (hours * 3600 + minutes * 60 + seconds);
}

/** Parses e.g. `M3.5.0/26`: at 26 hours of the last Sunday in March, which is on a Monday. */
function parseChange(text: string): YearlyChange {
  const [, month, week, weekday, time = '2'] =
    /^M(\d+)\.(\d)\.(\d)(?:\/([\d:+-]+))?$/.exec(text) ?? [];
  if (month === undefined) throw new Error(`The rule ${text} is not supported.`);
  const seconds = parseSeconds(time);
  // ICU takes the times from 0 to 24 hours.
  const daysLater = seconds === secondsOfDay ? 0 : Math.floor(seconds / secondsOfDay);
  const first =
    Number(week) === 5 ? -(lastDays[Number(month) - 1] ?? 31) : 7 * Number(week) - 6;
  const day = first < 0 ? first - daysLater : first + daysLater;
  if (day < -31 || day === 0 || day > 31)
    throw new Error(`The rule ${text} leaves its month.`);
  return {
    month: Number(month) - 1,
    day,
    weekday: ((Number(weekday) + daysLater + 7) % 7) + 1,
    time: seconds - daysLater * secondsOfDay,
  };
}

/** The last days of the months. No zone changes in the last week of February. */
const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the wall time of a change as if it were in UTC, in seconds since 1970. */
function findTime({ month, day, weekday, time }: YearlyChange, year: number): number {
  const limit = new Date(Date.UTC(year, month, Math.abs(day)));
  const days = weekday - 1 - limit.getUTCDay();
  const shift = day > 0 ? (days + 7) % 7 : -((7 - days) % 7);
  return limit.getTime() / 1000 + shift * secondsOfDay + time;
}
