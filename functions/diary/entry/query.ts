import * as z from 'zod/mini';
import { parameter } from '#shared/contract/text.ts';
import { CalendarDate, range } from './dates.ts';

/** The types that a day can be asked for (decision Y8). */
export const listedTypes = ['diary_meal', 'exercise', 'food_entry'] as const;
/** The members that are left out unless asked for. */
export const optionalMembers = ['exercise', 'energy', 'nutritional_contents', 'food'] as const;

/** A list that is sent as one text with commas, as a parameter that repeats, or both; no value is as no list. */
function list<const V extends string>(values: readonly V[], description: string, params = {}) {
  const isKnown = (text: string): text is V => values.some((value) => value === text);
  const split = (sent: string | string[]) =>
    [sent].flat().flatMap((texts) =>
      texts
        .split(',')
        .map((text) => text.trim())
        .filter(Boolean),
    );
  const message = (unknown: readonly string[]) =>
    `${unknown.join(', ')} ${unknown.length > 1 ? 'are' : 'is'} not known; must be of ${values.join(', ')}`;
  return z.pipe(
    z.union([z.string(), z.array(z.string())]).check(z.describe(description)),
    z.transform((sent, { issues }) => {
      const texts = split(sent);
      const unknown = texts.filter((text) => !isKnown(text));
      if (unknown.length > 0)
        issues.push({ code: 'custom', message: message(unknown), input: sent, params });
      return texts.filter(isKnown);
    }),
  );
}

const quoted = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');
const fieldNames = [...optionalMembers, 'all'] as const;

const types = (description: string) =>
  z.optional(list(listedTypes, description, { unsupported_type: true }));
const fields = (description: string) => z.optional(list(fieldNames, description));

/** What of a day is asked for. */
export const DiaryQuery = z.object({
  entry_date: z.optional(
    z.pipe(
      parameter().check(
        z.meta({ description: `The day, ${range}. Defaults to today in UTC.`, format: 'date' }),
      ),
      CalendarDate,
    ),
  ),
  types: types(`Comma-separated types to return: ${quoted(listedTypes)}. Defaults to all.`),
  'types[]': types('Alias of `types`.'),
  'fields[]': fields(
    `Comma-separated optional members to include: ${quoted(fieldNames)}. May be repeated.`,
  ),
  fields: fields('Alias of `fields[]`.'),
});
