import { type Html, html } from '#shared/html/html.ts';
import { renderInline } from '../../page/markdown.ts';
import { renderHeading } from '../../page/parts.ts';
import { type JsonSchema, toSchema } from '../../reference/json-schema.ts';
import { renderConstraints } from './constraints.ts';
import { listMembers, renderFields } from './fields.ts';
import type { SchemaPlaces } from './resource-pages.ts';
import { renderType, type SchemaUrl } from './type.ts';

/** Renders the named schemas that a page describes, or nothing if it describes none. */
export function renderSchemas(
  page: string,
  { schemas, pages, sent }: SchemaPlaces,
  getUrl: SchemaUrl,
): Html {
  const names = [...pages].flatMap(([name, place]) => (place === page ? [name] : []));
  if (names.length === 0) return html``;
  const sections = names.sort().map((name) => {
    const side = sent.has(name) ? 'sent' : 'returned';
    return renderSchema(name, toSchema(schemas[name]), side, getUrl);
  });
  return html`${renderHeading(2, 'objects', html`Objects`)}${sections}`;
}

function renderSchema(
  name: string,
  schema: JsonSchema,
  side: 'sent' | 'returned',
  getUrl: SchemaUrl,
): Html {
  const { description } = schema;
  const text = description !== undefined && html`<p>${renderInline(description)}</p>\n`;
  const members = listMembers(schema, side);
  const content =
    members.length > 0
      ? renderFields(members, getUrl)
      : html`<p>${renderType(schema, getUrl)}. ${renderConstraints(schema)}</p>\n`;
  return html`${renderHeading(3, name, html`${name}`)}${text}${content}`;
}
