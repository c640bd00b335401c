import { type Html, html } from '#shared/html/html.ts';
import { getRefName, type JsonSchema, toSchema } from './json-schema.ts';

/** Renders the name of a schema, with a link to its description. */
export type RenderName = (name: string) => Html;

/** Describes the values that a schema accepts, e.g. `string or null, at most 5 characters`. */
export function describeType(schema: JsonSchema, renderName: RenderName): Html {
  const nullable = findNullable(schema);
  const bounded = nullable ?? schema;
  const alternatives = listAlternatives(bounded, renderName);
  if (nullable) alternatives.push(html`null`);
  const types = joinList(alternatives, 'or');
  return html`${types}${describeBounds(bounded)}`;
}

/** Returns the only alternative to null, or undefined if the schema has none or several. */
function findNullable({ anyOf = [] }: JsonSchema): JsonSchema | undefined {
  const alternatives = anyOf.filter(({ type }) => type !== 'null');
  return alternatives.length === 1 ? alternatives[0] : undefined;
}

/** Joins parts with commas, and with a word before the last. */
export function joinList(parts: readonly Html[], word: 'and' | 'or'): Html {
  return parts.reduce((text, part, i) => {
    const isLast = i === parts.length - 1;
    return isLast ? html`${text} ${word} ${part}` : html`${text}, ${part}`;
  });
}

/** Lists the kinds of value that a schema accepts, without their bounds. */
function listAlternatives(schema: JsonSchema, renderName: RenderName): Html[] {
  const name = getRefName(schema);
  const options = schema.anyOf ?? schema.oneOf;
  if (name) return [renderName(name)];
  if (schema.enum) return schema.enum.map(renderLiteral);
  if (schema.const !== undefined) return [renderLiteral(schema.const)];
  if (isObject(schema) && !schema.type) return [html`object`];
  if (options) {
    return options.map((option) => describeType(option, renderName));
  }
  const types = [schema.type ?? 'anything'].flat();
  return types.map((type) => describePlainType(type, schema, renderName));
}

function renderLiteral(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

/** Returns whether a schema accepts objects only. Their fields are documented separately. */
function isObject({ type, anyOf, oneOf }: JsonSchema): boolean {
  const options = anyOf ?? oneOf ?? [];
  return type === 'object' || (options.length > 0 && options.every(isObject));
}

function describePlainType(
  type: string,
  schema: JsonSchema,
  renderName: RenderName,
): Html {
  switch (type) {
    case 'array':
      return describeList(schema, renderName);
    case 'string':
      return schema.format ? html`string (${schema.format})` : html`string`;
    case 'object':
      return describeRecord(schema, renderName);
    default:
      return html`${type}`;
  }
}

function describeList(schema: JsonSchema, renderName: RenderName): Html {
  const items = toSchema(schema.items);
  if (isObject(items)) return html`list of objects`;
  return html`list of ${describeType(items, renderName)}`;
}

/** Describes an object with members of one type but any name. */
function describeRecord(schema: JsonSchema, renderName: RenderName): Html {
  const values = toSchema(schema.additionalProperties);
  if (Object.keys(values).length === 0) return html`object`;
  return html`object, each member ${describeType(values, renderName)}`;
}

function describeBounds(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const characters = describeSize(minLength, maxLength, ' characters');
  const items = describeSize(minItems, maxItems, '');
  const range = describeRange(minimum, maximum);
  return characters + items + range;
}

/** A minimum of 0 is not mentioned, because no size is smaller. */
function describeSize(min = 0, max = Number.POSITIVE_INFINITY, unit: string): string {
  if (max === Number.POSITIVE_INFINITY) return min > 0 ? `, at least ${min}${unit}` : '';
  if (min === 0) return `, at most ${max}${unit}`;
  return min === max ? `, exactly ${min}` : `, ${min} to ${max}${unit}`;
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}`;
  if (max !== undefined) return `, at most ${max}`;
  return min === undefined ? '' : `, ${min} or more`;
}
