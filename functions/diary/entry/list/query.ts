import * as z from 'zod/mini';
import {
  buildListSchema,
  type ListParameterOptions,
} from '#shared/contract/list-parameter.ts';
import { dateRangeText } from '../dates.ts';
import { defaultTypes, listedTypes, optionalMembers } from '../listing.ts';
import { dateParameter } from '../values.ts';

const formatCodeList = (values: readonly string[]) =>
  values.map((value) => `\`${value}\``).join(', ');
const fieldNames = [...optionalMembers, 'all'] as const;

/** Builds the schema of the types. Its message is fixed, because clients parse it. */
const buildTypesParameter = (documentation: ListParameterOptions['documentation']) =>
  z.optional(
    buildListSchema(listedTypes, {
      documentation,
      message: (unknown) => `Unrecognized diary entry type(s): ${unknown.join(', ')}`,
      params: { isUnsupportedType: true },
    }),
  );

const buildFieldsParameter = (documentation: ListParameterOptions['documentation']) =>
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
