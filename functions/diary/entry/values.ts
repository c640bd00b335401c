import * as z from 'zod/mini';
import { described, parameter, whenValid } from '#shared/contract/schema.ts';
import { dateBounds, isWithinBounds } from './dates.ts';

/** The smallest and the largest valid number, both included. */
export interface Range {
  min: number;
  max: number;
}

/**
 * The bounds and units of every number of the diary. They are wide enough for any person and any
 * food, and narrow enough to reject a wrong unit or a typing error. Every message names its bound.
 */
export const bounds = {
  /** Seconds; at most 7 days, for a race of several stages. */
  duration: { min: 1, max: 604_800 },
  /** Calories (kcal) or kilojoules, depending on the entry's unit. */
  energy: { min: 0, max: 100_000 },
  /** Beats per minute. */
  heart_rate: { min: 20, max: 300 },
  /** Meters. */
  distance: { min: 0, max: 10_000_000 },
  /** Meters per second. */
  max_speed: { min: 0, max: 1_000 },
  /** Meters, negative downhill. */
  elevation_change: { min: -20_000, max: 20_000 },
  servings: { min: 0.001, max: 10_000 },
  /** Nutrients of one serving. */
  grams: { min: 0, max: 10_000 },
  milligrams: { min: 0, max: 1_000_000 },
  /** Percent of the recommended daily value. */
  percent: { min: 0, max: 100_000 },
} as const satisfies Record<string, Range>;

/** Maximum number of decimal places. One third, as JavaScript prints it, has 16. */
export const maxDecimals = 20;

/** Maximum number of entries in one POST. */
export const maxItems = 50;

/** Maximum number of entries of a day. */
export const maxEntries = 500;

/** Maximum size of the entries of a day, in units of 1024 bytes. */
export const maxKilobytes = 256;

/** Maximum number of days that are summarized one by one. */
export const maxSummaryDays = 92;

/** Maximum lengths in characters. */
export const lengths = { exerciseId: 100, meal: 50, name: 255 } as const;

/** Returns how many digits a number has after the decimal point, as JavaScript prints it. */
export function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [, decimals = ''] = digits.split('.');
  return Math.max(0, decimals.length - Number(exponent));
}

/** Returns the schema of a number within bounds. `description` states its unit. */
export function quantity({ min, max }: Range, description: string) {
  return z.number().check(
    z.minimum(min),
    z.maximum(max),
    z.refine(
      (value) => countDecimals(value) <= maxDecimals,
      `must have at most ${maxDecimals} decimal places`,
    ),
    z.describe(description),
  );
}

/** Returns the schema of a whole number within bounds. `description` states its unit. */
export function wholeQuantity({ min, max }: Range, description: string) {
  const message = 'must be an integer';
  return z
    .number({
      // A missing value keeps the message `is required`.
      error: ({ code, input }) =>
        code === 'invalid_type' && input !== undefined ? message : undefined,
    })
    .check(
      z.refine(Number.isInteger, message),
      z.minimum(min),
      z.maximum(max),
      z.meta({ description, type: 'integer' }),
    );
}

/** Builds the schema of a number that is stored as the nearest integer. */
export function roundedQuantity(range: Range, description: string) {
  const text = `${description} Stored as the nearest integer.`;
  return z.pipe(quantity(range, text), z.transform(Math.round));
}

/** The units of energy. One calorie is a kilocalorie, as on food labels: 4.184 kilojoules. */
const EnergyUnit = z.enum(['calories', 'kilojoules']).check(
  z.meta({
    id: 'EnergyUnit',
    description: '`calories` are kilocalories, as on food labels.',
  }),
);

export const kilojoulesPerCalorie = 4.184;

/** An amount of energy. Its value and its unit are always sent and replaced together. */
export const Energy = z
  .object({
    unit: EnergyUnit,
    value: quantity(bounds.energy, 'The amount in that unit.'),
  })
  .check(z.meta({ id: 'Energy', description: 'An amount of energy.' }));
export type Energy = z.infer<typeof Energy>;

/** Returns energy with its members in a fixed order, which stored maps do not keep. */
export function presentEnergy({ unit, value }: Energy): Energy {
  return { unit, value };
}

/** How the energy of an exercise is known. */
export const EnergySource = z.enum(['stated', 'estimated', 'unknown']).check(
  z.meta({
    id: 'EnergySource',
    description:
      'Whether the energy is known. One that is `unknown` is 0, because `energy` is required, ' +
      'and counts in no total. An imported workout without an energy is `unknown`. With ' +
      '`measurements.read`, it is `estimated` from the METs of the activity and the last ' +
      'weight of a year. In a request, this states nothing: an energy of yours is `stated`.',
  }),
);
export type EnergySource = z.infer<typeof EnergySource>;

/** A sum of energy, which has no bounds. */
export const EnergySum = z
  .object({ unit: EnergyUnit, value: z.number() })
  .check(z.meta({ id: 'EnergySum', description: 'An amount of energy without bounds.' }));

/** The days that can have entries, for messages and descriptions. */
export const dateRangeText = `from ${dateBounds.first} to ${dateBounds.last}`;

/** A calendar date in the time zone of the client. It is not derived from a time (wire.md Y8). */
export const CalendarDate = z.iso
  .date({
    error: ({ input }) =>
      typeof input === 'string'
        ? 'must be a valid date in the format YYYY-MM-DD'
        : undefined,
  })
  .check(
    z.refine(isWithinBounds, { error: `must be ${dateRangeText}`, when: whenValid() }),
    z.meta({
      description: `The day in the diary, in the time zone of the client, ${dateRangeText}.`,
      examples: ['2026-11-20'],
    }),
  );

/** Builds the schema of a calendar date in a query. */
export function dateParameter(description: string) {
  const sent = parameter().check(z.meta({ description, format: 'date' }));
  return z.pipe(sent, CalendarDate);
}

/** A time in a response. */
export const UtcTime = described(z.string(), 'In UTC, with `Z`.', '2026-11-20T17:00:00Z');

const isoDate = z.iso.date();
const hour = '(?:[01]\\d|2[0-3])';
const minute = '[0-5]\\d';
const seconds = ':[0-5]\\d(?:\\.\\d{1,9})?';
const offset = `Z|([+-]${hour})(?::?(${minute}))?`;
/** An ISO 8601 date-time. Its seconds and the minutes of its offset are optional. */
const dateTime = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)T(${hour}:${minute})(${seconds})?(?:${offset})$`,
  'i',
);

/**
 * A time. It is sent and stored with any offset, which tells the time at the place, and returned in
 * UTC (specification 2.7).
 */
export const DateTime = z.pipe(
  z.string().check(
    z.refine((text) => toUtc(text) !== undefined, {
      error:
        'must be an ISO 8601 date-time with an offset, e.g. 2026-11-20T09:00:00-08:00',
    }),
    z.refine((text) => isWithinBounds(toUtcDate(text)), {
      error: `must be ${dateRangeText} in UTC`,
      when: whenValid(),
    }),
    z.meta({
      description: `Start time, ${dateRangeText} in UTC. Accepts any offset; responses are in UTC.`,
      format: 'date-time',
    }),
  ),
  z.transform((text: string) => complete(text) ?? text),
);

/** Adds the seconds and minutes that a date-time omits. Returns undefined if it is invalid. */
function complete(text: string): string | undefined {
  const [, date, time, sentSeconds = ':00', hours, minutes = '00'] =
    dateTime.exec(text) ?? [];
  if (!isoDate.safeParse(date).success) return undefined;
  return `${date}T${time}${sentSeconds}${hours ? `${hours}:${minutes}` : 'Z'}`;
}

const wholeSecondInUtc = /:\d\dZ$/;

/** Converts an ISO 8601 date-time to UTC. Returns undefined if it is invalid. */
export function toUtc(text: string): string | undefined {
  const completed = complete(text);
  if (!completed || wholeSecondInUtc.test(completed)) return completed;
  return new Date(completed).toISOString().replace('.000Z', 'Z');
}

const offsetAtEnd = new RegExp(`[+-]${hour}:${minute}$`);

const offsetPattern = `^${offsetAtEnd.source}`;

/** The time by which a place is ahead of UTC. */
export const UtcOffset = z.string().check(
  z.regex(new RegExp(offsetPattern), 'must be an offset, e.g. -08:00'),
  z.meta({
    pattern: offsetPattern,
    description:
      'How far the time at the place is ahead of UTC. Absent if it is unknown. A request can ' +
      'have it with a `start_time` in UTC.',
    examples: ['-08:00'],
  }),
);

/**
 * Returns the offset of a stored time, or undefined if it is only known in UTC, which `-00:00` says
 * like `Z` (RFC 3339 section 4.3).
 */
export function findOffset(time: string): string | undefined {
  const utcOffset = offsetAtEnd.exec(time)?.[0];
  return utcOffset === '-00:00' ? undefined : utcOffset;
}

/** Returns the same time with an offset. A time that has one already is unchanged. */
export function withOffset(time: string, utcOffset: string): string {
  if (findOffset(time) !== undefined) return time;
  const localMidnight = Date.parse(`1970-01-01T00:00:00${utcOffset}`);
  const local = new Date(Date.parse(time) - localMidnight);
  return local.toISOString().replace(/(?:\.000)?Z$/, utcOffset);
}

function toUtcDate(text: string): string {
  return toUtc(text)?.slice(0, 10) ?? '';
}
