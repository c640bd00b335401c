import { type Html, html } from '#shared/html/html.ts';
import { joinHtml } from '../../page/parts.ts';
import { getRefName, type JsonSchema, toSchema } from '../../reference/json-schema.ts';

/** Returns the URL at which a named schema is described. */
export type SchemaUrl = (name: string) => string;

/** Renders the type of a value in words, with links to named schemas. */
export function renderType(schema: JsonSchema, getUrl: SchemaUrl): Html {
  const name = getRefName(schema);
  if (name !== undefined) return html`<a href="${getUrl(name)}">${name}</a>`;

  const options = schema.oneOf ?? schema.anyOf;
  if (options)
    return joinHtml(
      options.map((option) => renderType(toSchema(option), getUrl)),
      ' or ',
    );

  if (schema.type === 'array') {
    return html`list of ${renderType(toSchema(schema.items), getUrl)}`;
  }
  const types = [schema.type ?? getValueType(schema)].flat();
  return joinHtml(
    types.map((type) => html`${nameType(type, schema)}`),
    ' or ',
  );
}

/** Returns the type of a schema that only lists its values. */
function getValueType({ const: constant, enum: values = [] }: JsonSchema): string {
  const value = constant ?? values[0];
  return value === undefined ? 'any value' : typeof value;
}

const formats: Readonly<Record<string, string>> = {
  binary: 'file',
  date: 'date',
  'date-time': 'date and time',
};

function nameType(type: string, { format = '' }: JsonSchema): string {
  return type === 'string' ? (formats[format] ?? type) : type;
}
