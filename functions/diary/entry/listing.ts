import * as z from 'zod/mini';
import { dateParameter, dateRangeText } from './dates.ts';
import { type Entry, presentWithOrigin } from './entry.ts';
import { ExerciseRepresentation } from './exercise.ts';
import { FoodEntryRepresentation } from './food-entry.ts';
import { computeMeals, MealRepresentation } from './totals.ts';

/** The item types that a query can select (wire.md Y8). */
const listedTypes = ['diary_meal', 'exercise', 'food_entry'] as const;

/** The item types of a query without `types`. A food entry is a part of its meal (wire.md Y8). */
const defaultTypes = ['diary_meal', 'exercise'] as const;

/** The members that are omitted unless a query selects them. */
export const optionalMembers = [
  'exercise',
  'energy',
  'nutritional_contents',
  'food',
  'source',
] as const;

/** The member that selects another one with itself. */
const selectingMembers: Readonly<Record<string, string>> = { start_offset: 'exercise' };

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

/** Builds the schema of the types. Its message is fixed, because clients parse it (wire.md Y8). */
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

/** An item of a day's list. The members that are omitted by default are optional. */
export const ListedItem = z
  .discriminatedUnion('type', [
    z
      .partial(MealRepresentation, { nutritional_contents: true })
      .check(z.meta({ id: 'DiaryMeal' })),
    z
      .partial(ExerciseRepresentation, { exercise: true, energy: true })
      .check(z.meta({ id: 'ListedExercise' })),
    z
      .partial(FoodEntryRepresentation, { food: true, nutritional_contents: true })
      .check(z.meta({ id: 'ListedFoodEntry' })),
  ])
  .check(z.meta({ id: 'DiaryItem' }));
export type ListedItem = z.output<typeof ListedItem>;

type DayQuery = Omit<z.output<typeof DiaryQuery>, 'entry_date'>;

/**
 * Lists the meals of a day, in the order of their first entries. The entries follow, in the order
 * in which they were written (wire.md Y8).
 */
export function listItems(
  date: string,
  entries: readonly Entry[],
  query: DayQuery,
): ListedItem[] {
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const meals = computeMeals(date, foodEntries);
  const items: ListedItem[] = [...meals, ...entries.map(presentWithOrigin)];

  const requested = concat(query.types, query['types[]']);
  const types: readonly string[] = requested.length > 0 ? requested : defaultTypes;
  const selected = items.filter(({ type }) => types.includes(type));

  const fields = concat(query.fields, query['fields[]']);
  const omitted = fields.includes('all')
    ? []
    : optionalMembers.filter((member) => !fields.includes(member));
  return selected.map((item) => omit(item, omitted));
}

/** Returns the values of a parameter that was sent under either of its names. */
function concat(one: readonly string[] = [], other: readonly string[] = []): string[] {
  return [...one, ...other];
}

function omit(item: ListedItem, names: readonly string[]): ListedItem {
  const members = Object.entries(item);
  const shown = members.filter(
    ([name]) => !names.includes(selectingMembers[name] ?? name),
  );
  return Object.fromEntries(shown) as ListedItem;
}
