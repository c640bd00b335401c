import { type Html, html } from '#shared/html/html.ts';
import { getRefName, type JsonSchema, toSchema } from './json-schema.ts';

/** Renders the name of a schema, with a link to its description. */
export type RenderName = (name: string) => Html;

/** Describes the values that a schema accepts, e.g. `string or null, at most 5 characters`. */
export function describeType(schema: JsonSchema, renderName: RenderName): Html {
  const [only, ...more] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  const isNullable = only !== undefined && more.length === 0;
  const bounded = isNullable ? only : schema;
  const alternatives = listAlternatives(bounded, renderName);
  if (isNullable) alternatives.push(html`null`);
  return html`${joinList(alternatives, 'or')}${describeBounds(bounded)}`;
}

/** Joins parts with commas, and with a word before the last. */
export function joinList(parts: readonly Html[], word: 'and' | 'or'): Html {
  return parts.reduce((text, part, i) =>
    i === parts.length - 1 ? html`${text} ${word} ${part}` : html`${text}, ${part}`,
  );
}

/** Lists the kinds of value that a schema accepts, without their bounds. */
function listAlternatives(schema: JsonSchema, renderName: RenderName): Html[] {
  const name = getRefName(schema);
  if (name) return [renderName(name)];
  if (schema.enum) return schema.enum.map(renderLiteral);
  if (schema.const !== undefined) return [renderLiteral(schema.const)];
  if (isObject(schema) && !schema.type) return [html`object`];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => describeType(option, renderName));
  const types = [schema.type ?? 'anything'].flat();
  return types.map((type) => describePlainType(type, schema, renderName));
}

const renderLiteral = (value: unknown) => html`<code>${JSON.stringify(value)}</code>`;

/** Tells whether a schema accepts objects only. Their fields are documented separately. */
function isObject({ type, anyOf, oneOf }: JsonSchema): boolean {
  return type === 'object' || ((anyOf ?? oneOf)?.every(isObject) ?? false);
}

function describePlainType(type: string, schema: JsonSchema, renderName: RenderName): Html {
  if (type === 'array') return describeList(toSchema(schema.items), renderName);
  if (type === 'string' && schema.format) return html`string (${schema.format})`;
  const values = toSchema(schema.additionalProperties);
  const isRecord = type === 'object' && Object.keys(values).length > 0;
  return isRecord ? html`object, each member ${describeType(values, renderName)}` : html`${type}`;
}

function describeList(items: JsonSchema, renderName: RenderName): Html {
  return isObject(items) ? html`list of objects` : html`list of ${describeType(items, renderName)}`;
}

function describeBounds(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const characters = describeSize(minLength, maxLength, ' characters');
  const items = describeSize(minItems, maxItems, '');
  return characters + items + describeRange(minimum, maximum);
}

/** A minimum of 0 is not mentioned, because no size is smaller. */
function describeSize(min: number | undefined, max: number | undefined, unit: string): string {
  if (min && min === max) return `, exactly ${min}`;
  if (min && max !== undefined) return `, ${min} to ${max}${unit}`;
  if (max !== undefined) return `, at most ${max}${unit}`;
  return min ? `, at least ${min}${unit}` : '';
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}`;
  if (max !== undefined) return `, at most ${max}`;
  return min === undefined ? '' : `, ${min} or more`;
}
