import * as z from 'zod/mini';
import { addDays, countDays, dateRangeText } from '#functions/diary/entry/dates.ts';
import { checkOrder } from '#functions/diary/entry/days-query.ts';
import { dateParameter } from '#functions/diary/entry/values.ts';
import { buildListSchema } from '#shared/contract/list-parameter.ts';
import { listMonthsOf, maxMonths, type TypedMonth } from '../measurement-month.ts';
import { type MeasurementType, typeNames } from '../measurement-types.ts';

/** The most values of one response, which has at most 6 MB. */
export const maxListedValues = 10_000;

/** The days that are listed if a request names none. */
const defaultDays = 30;

const formatCodes = (values: readonly string[]) =>
  values.map((value) => `\`${value}\``).join(', ');

/** The query of a list. */
export const MeasurementsQuery = z
  .object({
    types: z.optional(
      buildListSchema(typeNames, {
        documentation: {
          description: `Comma-separated types: ${formatCodes(typeNames)}. Defaults to all.`,
        },
        message: (unknown) =>
          `must be one or more of ${typeNames.join(', ')}; unknown: ${unknown.join(', ')}`,
      }),
    ),
    from: z.optional(
      dateParameter(
        `The first day, ${dateRangeText}. Defaults to 29 days before \`to\`.`,
      ),
    ),
    to: z.optional(
      dateParameter(`The last day, ${dateRangeText}. Defaults to today in UTC.`),
    ),
    all: z
      .optional(z.enum(['true', 'false']))
      .check(z.describe('Whether to list the values of all sources. Defaults to false.')),
  })
  .check(checkOrder);

/** The types and days of a list. */
export interface MeasurementSelection {
  types: readonly MeasurementType[];
  first: string;
  last: string;
}

/** Returns the types and days that a query selects. */
export function toSelection(
  { types = [], from, to }: Omit<z.output<typeof MeasurementsQuery>, 'all'>,
  now: Date,
): MeasurementSelection {
  const today = now.toISOString().slice(0, 10);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, 1 - defaultDays);
  const selected = types.length > 0 ? new Set(types) : typeNames;
  return { types: [...selected], first, last };
}

/** Lists the months of a selection, or returns undefined if they are too many for one read. */
export function listMonths({
  types,
  first,
  last,
}: MeasurementSelection): TypedMonth[] | undefined {
  const maxPerType = Math.floor(maxMonths.read / types.length);
  if (countDays(first, last) > 31 * maxPerType) return undefined;
  const months = listMonthsOf({ first, last });
  if (months.length > maxPerType) return undefined;
  return types.flatMap((type) => months.map((each) => ({ type, month: each })));
}
