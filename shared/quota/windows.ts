import { daySeconds, toEpochSeconds, toUtcDate } from '../runtime/time.ts';

/** The windows of limits. They begin at the same times for everybody (UTC). */
export const windowNames = ['15min', 'day'] as const;
export type WindowName = (typeof windowNames)[number];

/** The length of each window in seconds. */
export const windowSeconds: Readonly<Record<WindowName, number>> = {
  '15min': 900,
  day: daySeconds,
};

/** Matches the attribute that counts the units of 15 minutes. */
const quarterPattern = /^q(\d{1,2})$/;

/** The windows of a time. */
export interface Windows {
  /** The day (UTC), as in `2026-11-27`. */
  date: string;
  /** The attributes that count the units of both windows, e.g. `q37` for 9:15 to 9:30. */
  attributes: Readonly<Record<WindowName, string>>;
  /** When each window ends, in epoch seconds. */
  endsAt: Readonly<Record<WindowName, number>>;
}

function findEnd(name: WindowName, at: number): number {
  const seconds = windowSeconds[name];
  return at - (at % seconds) + seconds;
}

/** Returns the windows of a time. */
export function findWindows(now: Date): Windows {
  const at = toEpochSeconds(now);
  const quarter = Math.floor((at % windowSeconds.day) / windowSeconds['15min']);
  return {
    date: toUtcDate(now),
    attributes: { '15min': `q${quarter}`, day: 'day' },
    endsAt: { '15min': findEnd('15min', at), day: findEnd('day', at) },
  };
}

/** Returns the units of a window that an item says to be taken. */
export function getTaken(
  use: Readonly<Record<string, unknown>> | undefined,
  { attributes }: Windows,
  name: WindowName,
): number {
  const taken = use?.[attributes[name]];
  return typeof taken === 'number' ? taken : 0;
}

/** Returns whether an attribute of an item counts the units of a window. */
export function isUnits(attribute: string): boolean {
  return attribute === 'day' || quarterPattern.test(attribute);
}

/** Returns the units of an item by the time (UTC) at which their 15 minutes begin. */
export function listUnitsByTime(
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number>> {
  const units = Object.entries(item).flatMap(([name, amount]) => {
    const [, quarter] = quarterPattern.exec(name) ?? [];
    if (quarter === undefined || typeof amount !== 'number') return [];
    const start = new Date(Number(quarter) * windowSeconds['15min'] * 1000);
    return [[start.toISOString().slice(11, 16), amount] as const];
  });
  return Object.fromEntries(units.sort());
}
