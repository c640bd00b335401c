import { namePattern } from '#shared/contract/schema.ts';
import { type Html, html } from '#shared/html/html.ts';
import { joinHtml, renderCode } from '../../page/parts.ts';
import { type JsonSchema, toSchema } from '../../reference/json-schema.ts';

/** Renders what a value must be beyond its type, in sentences. */
export function renderConstraints(schema: JsonSchema): Html {
  const value = getValueSchema(schema);
  const items = toSchema(value.items);
  const { description = '' } = schema;
  const sentences = [
    ...describeValues(value, 'One of', description),
    ...describeValues(items, 'Each is one of', description),
    ...describeRange(value.minimum, value.maximum),
    ...describeRange(value.minLength, value.maxLength, [' character', ' characters']),
    ...describeRange(value.minItems, value.maxItems, [' item', ' items']),
    ...describePattern(value),
    ...describeDefault(schema),
  ];
  // Some descriptions say it themselves, e.g. with what happens beyond a limit.
  const isNew = ({ html: text }: Html) => !description.includes(text.replace(/\.$/, ''));
  return joinHtml(sentences.filter(isNew), ' ');
}

/** Returns the schema of a value that can be null, too. */
function getValueSchema(schema: JsonSchema): JsonSchema {
  const options = (schema.anyOf ?? []).map(toSchema);
  const values = options.filter(({ type }) => type !== 'null');
  const [only] = values;
  return only && values.length === 1 ? only : schema;
}

/** Lists the possible values, unless the description does. */
function describeValues(schema: JsonSchema, phrase: string, description: string): Html[] {
  if (schema.const !== undefined)
    return [html`Always ${renderCode(toText(schema.const))}.`];
  const values = (schema.enum ?? []).map(toText);
  const isDescribed = values.every((value) => description.includes(`\`${value}\``));
  if (isDescribed) return [];
  return [html`${phrase} ${joinHtml(values.map(renderCode), ', ')}.`];
}

/** The unit of a number, in singular and plural. */
type Unit = readonly [one: string, many: string];

function describeRange(
  min: number | undefined,
  max: number | undefined,
  [one, many]: Unit = ['', ''],
): Html[] {
  const last = max ?? min;
  if (last === undefined) return [];
  const end = `${formatNumber(last)}${last === 1 ? one : many}.`;
  if (min === undefined) return [html`At most ${end}`];
  if (max === undefined) return [html`At least ${end}`];
  return min === max ? [html`Exactly ${end}`] : [html`${formatNumber(min)} to ${end}`];
}

function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 6 });
}

/** A name has a pattern for programs, which says no more than that it is not blank. */
function describePattern({ pattern }: JsonSchema): Html[] {
  const isShown = pattern !== undefined && pattern !== namePattern;
  return isShown ? [html`Pattern: ${renderCode(pattern)}.`] : [];
}

function describeDefault(schema: JsonSchema): Html[] {
  const { default: value } = schema;
  return value === undefined ? [] : [html`Default: ${renderCode(toText(value))}.`];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
