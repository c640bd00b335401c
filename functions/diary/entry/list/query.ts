import * as z from 'zod/mini';
import { defaultTypes, listedTypes, optionalMembers } from '../listing.ts';
import { dateParameter, dateRangeText } from '../values.ts';

/** Splits a list that is sent as comma-separated text, as a repeated parameter, or both. */
function splitList(sent: string | string[]): string[] {
  const texts = [sent].flat().flatMap((text) => text.split(','));
  return texts.map((text) => text.trim()).filter(Boolean);
}

interface ListOptions {
  /** The description, or the name of the parameter if this is an alias. */
  documentation: { description: string } | Alias;
  /** Returns the message for unknown values. */
  message: (unknown: readonly string[]) => string;
  /** Parameters of the validation issue. */
  params?: Readonly<Record<string, unknown>>;
}

/** Another name of a parameter, which the documentation leaves out. */
interface Alias {
  aliasOf: string;
}

/** Builds the schema of a list of known values. An empty list counts as absent. */
function buildListSchema<const V extends string>(
  values: readonly V[],
  { documentation, message, params = {} }: ListOptions,
) {
  const isKnown = (text: string): text is V => values.some((value) => value === text);
  return z.pipe(
    z.union([z.string(), z.array(z.string())]).check(
      z.meta({
        ...documentation,
        type: 'array',
        items: { type: 'string', enum: [...values] },
      }),
    ),
    z.transform((sent, { issues }) => {
      const texts = splitList(sent);
      const unknown = texts.filter((text) => !isKnown(text));
      if (unknown.length > 0) {
        issues.push({ code: 'custom', message: message(unknown), input: sent, params });
      }
      return texts.filter(isKnown);
    }),
  );
}

const formatCodeList = (values: readonly string[]) =>
  values.map((value) => `\`${value}\``).join(', ');
const fieldNames = [...optionalMembers, 'all'] as const;

/** Builds the schema of the types. Its message is fixed, because clients parse it. */
const buildTypesParameter = (documentation: ListOptions['documentation']) =>
  z.optional(
    buildListSchema(listedTypes, {
      documentation,
      message: (unknown) => `Unrecognized diary entry type(s): ${unknown.join(', ')}`,
      params: { isUnsupportedType: true },
    }),
  );

const buildFieldsParameter = (documentation: ListOptions['documentation']) =>
  z.optional(
    buildListSchema(fieldNames, {
      documentation,
      message: (unknown) =>
        `must be one or more of ${fieldNames.join(', ')}; unknown: ${unknown.join(', ')}`,
    }),
  );

/** The query of a day. */
export const DiaryQuery = z.object({
  entry_date: z.optional(
    dateParameter(`The day, ${dateRangeText}. Defaults to today in UTC.`),
  ),
  types: buildTypesParameter({
    description:
      `Comma-separated types to return: ${formatCodeList(listedTypes)}. Empty values are ` +
      `ignored. Defaults to ${formatCodeList(defaultTypes)}.`,
  }),
  'types[]': buildTypesParameter({ aliasOf: 'types' }),
  'fields[]': buildFieldsParameter({
    description:
      `The optional members to include: ${formatCodeList(fieldNames)}. ` +
      'Comma-separated or repeated. Empty values are ignored.',
  }),
  fields: buildFieldsParameter({ aliasOf: 'fields[]' }),
});
