import { type Html, html } from '#shared/html/html.ts';
import { asSchema, type JsonSchema, referenced } from './json-schema.ts';

/** Makes the words for a named schema: its name, linked to where it is described. */
export type Naming = (name: string) => Html;

/** Joins as a sentence does: with commas, and the word before the last. */
export function enumerate(parts: readonly Html[], word: 'and' | 'or'): Html {
  return parts.reduce((text, part, i) =>
    i === parts.length - 1 ? html`${text} ${word} ${part}` : html`${text}, ${part}`,
  );
}

function bounds(schema: JsonSchema): string {
  const between = (least: number | undefined, most: number | undefined, unit: string) => {
    if (least && least === most) return `, exactly ${least}`;
    if (least && most !== undefined) return `, ${least} to ${most}${unit}`;
    if (most !== undefined) return `, at most ${most}${unit}`;
    return least ? `, at least ${least}${unit}` : '';
  };
  return (
    between(schema.minLength, schema.maxLength, ' characters') +
    between(schema.minItems, schema.maxItems, '') +
    range(schema)
  );
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (maximum !== undefined) return `, at most ${maximum}`;
  return minimum === undefined ? '' : `, ${minimum} or more`;
}

const literal = (value: unknown) => html`<code>${JSON.stringify(value)}</code>`;

/** Whether a value is an object in any case; its fields are listed apart. */
const isObject = ({ type, anyOf, oneOf }: JsonSchema): boolean =>
  type === 'object' || ((anyOf ?? oneOf)?.every(isObject) ?? false);

function listOf(items: JsonSchema, naming: Naming): Html {
  return isObject(items) ? html`list of objects` : html`list of ${typeOf(items, naming)}`;
}

function plain(type: string, schema: JsonSchema, naming: Naming): Html {
  if (type === 'array') return listOf(asSchema(schema.items), naming);
  if (type === 'string' && schema.format) return html`string (${schema.format})`;
  const values = asSchema(schema.additionalProperties);
  return type === 'object' && Object.keys(values).length > 0
    ? html`object, each member ${typeOf(values, naming)}`
    : html`${type}`;
}

/** The kinds of value that a schema accepts, without what bounds them. */
function alternatives(schema: JsonSchema, naming: Naming): readonly Html[] {
  const name = referenced(schema);
  if (name) return [naming(name)];
  if (schema.enum) return schema.enum.map(literal);
  if (schema.const !== undefined) return [literal(schema.const)];
  if (isObject(schema) && !schema.type) return [html`object`];
  const options = schema.anyOf ?? schema.oneOf;
  return options
    ? options.map((option) => typeOf(option, naming))
    : [schema.type ?? 'anything'].flat().map((type) => plain(type, schema, naming));
}

/** What kind of value a schema accepts, in words. */
export function typeOf(schema: JsonSchema, naming: Naming): Html {
  const [only, ...more] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && more.length === 0
    ? html`${enumerate([...alternatives(only, naming), html`null`], 'or')}${bounds(only)}`
    : html`${enumerate(alternatives(schema, naming), 'or')}${bounds(schema)}`;
}
