import { type Html, html } from '#shared/html/html.ts';
import {
  type DocumentedField,
  type FieldGroup,
  listFieldGroups,
} from '../reference/fields.ts';
import type { JsonSchema } from '../reference/json-schema.ts';
import type { ApiReference } from '../reference/reference.ts';
import { describeType } from '../reference/types.ts';
import { renderSchemaName } from './links.ts';
import { renderProse } from './prose.ts';

/** Clients need to know the required fields of a request, and the optional ones of a response. */
export type Direction = 'request' | 'response';

/**
 * Renders the fields of a body or the parameters of a request, each with its type and description.
 */
export function renderFieldList(
  schema: JsonSchema,
  direction: Direction,
  reference: ApiReference,
): Html {
  const groups = listFieldGroups(schema);
  return html`${groups.map((group) => renderGroup(group, direction, reference))}`;
}

function renderGroup(
  { heading, fields }: FieldGroup,
  direction: Direction,
  reference: ApiReference,
): Html {
  const title = heading !== undefined && html`<h4>${heading}</h4>\n`;
  const items = fields.map((field) => renderField(field, direction, reference));
  return html`${title}<dl>
${items}</dl>
`;
}

function renderField(
  field: DocumentedField,
  direction: Direction,
  reference: ApiReference,
): Html {
  const { path, schema, description } = field;
  const relation = /_links\.(\w+)$/.exec(path)?.[1];
  const type = describeType(schema, (name) =>
    renderSchemaName(name, reference, relation),
  );
  const details = html`<span class="muted">${type}${describePresence(field, direction)}</span>`;
  const meaning =
    description !== undefined && html`<dd>${renderProse(description)}</dd>\n`;
  return html`<dt><code>${path}</code> ${details}</dt>
${meaning}`;
}

function describePresence(
  { required, schema }: DocumentedField,
  direction: Direction,
): string {
  if (schema.default !== undefined) return `, default ${JSON.stringify(schema.default)}`;
  if (direction === 'request') return required ? ', required' : '';
  return required ? '' : ', optional';
}
