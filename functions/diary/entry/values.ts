import * as z from 'zod/mini';
import { described, parameter, whenValid } from '#shared/contract/schema.ts';
import { bounds, maxDecimals, type Range } from './bounds.ts';
import { dateRangeText, isWithinBounds } from './dates.ts';
import { complete, offsetAtEnd, toUtc } from './times.ts';

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

function toUtcDate(text: string): string {
  return toUtc(text)?.slice(0, 10) ?? '';
}
