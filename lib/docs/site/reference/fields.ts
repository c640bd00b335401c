import { type Html, html } from '#shared/html/html.ts';
import { renderInline } from '../../page/markdown.ts';
import {
  getRefName,
  type JsonSchema,
  listProperties,
  toSchema,
} from '../../reference/json-schema.ts';
import { renderConstraints } from './constraints.ts';
import { renderType, type SchemaUrl } from './type.ts';

/** A member of a body, or a parameter. */
export interface Field {
  /** The path of a member in its body, as in `_links.self`. */
  name: string;
  schema: JsonSchema;
  /** A remark beside the type, e.g. `required`. */
  remark?: string | undefined;
}

/** Renders a list of fields with their types, descriptions and constraints. */
export function renderFields(fields: readonly Field[], getUrl: SchemaUrl): Html {
  const items = fields.map(({ name, schema, remark }) => {
    const { description } = schema;
    const text = description !== undefined && renderInline(description);
    const note = remark !== undefined && html`, ${remark}`;
    return renderItem(
      html`<code>${name}</code> ${renderType(schema, getUrl)}${note}`,
      html`${text} ${renderConstraints(schema)}`,
    );
  });
  return renderItems(items);
}

/** Renders the items of a list of terms. */
export function renderItems(items: readonly Html[]): Html {
  return html`<dl class="fields">
${items}</dl>
`;
}

/** Renders a term, e.g. a field or a status, and what it means. */
export function renderItem(term: Html, meaning: Html): Html {
  const text = meaning.html.trim();
  return html`<div><dt>${term}</dt>${text !== '' && { html: `<dd>${text}</dd>` }}</div>\n`;
}

/**
 * Lists the members of an object, with those of the unnamed objects in it. A request says which are
 * `required`, a response which are `optional`.
 */
export function listMembers(
  schema: JsonSchema,
  side: 'sent' | 'returned',
  prefix = '',
): readonly Field[] {
  return listProperties(schema).flatMap((property) => {
    const name = prefix + property.name;
    const remark = describePresence(property.required, side);
    const field = { name, schema: property.schema, remark };
    const inner = findInnerObject(property.schema);
    if (!inner) return [field];

    const members = listMembers(inner.schema, side, name + inner.separator);
    return property.schema.description === undefined ? members : [field, ...members];
  });
}

function describePresence(isRequired: boolean, side: 'sent' | 'returned') {
  if (side === 'sent') return isRequired ? 'required' : undefined;
  return isRequired ? undefined : 'optional';
}

/** Finds the unnamed object that a schema is, or of which it is a list. */
function findInnerObject(schema: JsonSchema) {
  if (getRefName(schema) !== undefined) return undefined;
  if (schema.properties) return { schema, separator: '.' };
  const items = toSchema(schema.items);
  return items.properties ? { schema: items, separator: '[].' } : undefined;
}
