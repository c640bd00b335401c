import { addDays } from '#functions/diary/entry/dates.ts';
import type { Random } from '#kit/random.ts';

const [minute, hour] = [60_000, 3_600_000];

/** The first day of the simulated ones, and how many they are: summer time begins on the 20th. */
export const firstDay = '2026-03-10';
export const dayCount = 30;

/** Where the person is from a day on: at home, far in the west, far in the east, at home. */
const stays = [
  { from: 0, zone: 'Europe/Berlin' },
  { from: 5, zone: 'America/New_York' },
  { from: 10, zone: 'Asia/Tokyo' },
  { from: 15, zone: 'Europe/Berlin' },
];
export const home = 'Europe/Berlin';

/** How much the clock of a phone is wrong when somebody sets it. */
const clockErrors = [-90 * minute, 40 * minute, -26 * hour, 25 * hour];

/** The clock of a phone, which the person takes to other zones and sets wrong now and then. */
export interface PhoneClock {
  /** What the phone takes for the time, in epoch milliseconds: never twice the same second. */
  readonly now: number;
  readonly zone: string;
  /** The day on the phone. */
  readonly today: string;
  readonly isWrong: boolean;
}

/** A part of a day of the phone. */
export interface PhoneHour {
  clock: PhoneClock;
  isLastOfDay: boolean;
}

/** Returns the hours of 30 days in which a phone does something, four a day. */
export function* listHours(random: Random): Generator<PhoneHour> {
  const used = new Set<number>();
  for (let day = 0; day < dayCount; day += 1) {
    const { zone = home } = stays.findLast(({ from }) => from <= day) ?? {};
    const midnight = Date.parse(`${addDays(firstDay, day)}T00:00:00Z`);
    const start = midnight - readOffset(midnight, zone);
    for (const [index, at] of [7, 11, 16, 21].entries()) {
      const isWrong = index === 1 && random.chance(0.4);
      const error = isWrong ? random.pick(clockErrors) : 0;
      let now = start + at * hour + error + random.integer(0, 50) * minute;
      while (used.has(now)) now += 1000;
      used.add(now);
      const clock = { now, zone, today: toDay(now, zone), isWrong };
      yield { clock, isLastOfDay: index === 3 };
    }
  }
}

/** Returns the day of a time at a place. */
export function toDay(ms: number, zone: string): string {
  return toLocal(ms, zone).slice(0, 10);
}

/** Returns a time at a place as Health Auto Export writes it. */
export function formatLocal(ms: number, zone: string): string {
  return `${toLocal(ms, zone)} ${formatOffset(ms, zone).replace(':', '')}`;
}

/** Returns the offset of a place at a time, as in `+02:00`. */
export function formatOffset(ms: number, zone: string): string {
  const minutes = Math.round(readOffset(ms, zone) / minute);
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  const sign = minutes < 0 ? '-' : '+';
  return `${sign}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

function readOffset(ms: number, zone: string): number {
  return Date.parse(`${toLocal(ms, zone).replace(' ', 'T')}Z`) - ms;
}

/** The formats of places, each of which takes long to make. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns what the clock of a place shows: in Sweden, in the order of ISO 8601. */
function toLocal(ms: number, zone: string): string {
  const format = formats.get(zone) ?? newFormat(zone);
  formats.set(zone, format);
  return format.format(ms);
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
