import { type Html, html } from '#shared/html/html.ts';
import { type Field, type FieldGroup, fieldGroups } from '../fields.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Reference } from '../reference.ts';
import { typeOf } from '../types.ts';
import { nameSchema } from './places.ts';
import { prose } from './prose.ts';

/** Whether a client sends the fields, and must know which it has to, or reads them, and must know which may be absent. */
export type Side = 'sent' | 'answered';

function presence({ required, schema }: Field, side: Side): string {
  if (schema.default !== undefined) return `, ${JSON.stringify(schema.default)} unless sent`;
  if (side === 'sent') return required ? ', required' : '';
  return required ? '' : ', may be absent';
}

function entry(field: Field, side: Side, reference: Reference): Html {
  const relation = /_links\.(\w+)$/.exec(field.path)?.[1];
  const type = typeOf(field.schema, (name) => nameSchema(name, reference, relation));
  return html`<dt><code>${field.path}</code> <span class="muted">${type}${presence(field, side)}</span></dt>
${field.meaning !== undefined && html`<dd>${prose(field.meaning)}</dd>\n`}`;
}

function list({ heading, fields }: FieldGroup, side: Side, reference: Reference): Html {
  const title = heading !== undefined && html`<h4>${heading}</h4>\n`;
  return html`${title}<dl>\n${fields.map((field) => entry(field, side, reference))}</dl>\n`;
}

/** The fields of a body or the parameters of a request, each with its type and meaning. */
export function fieldList(schema: JsonSchema, side: Side, reference: Reference): Html {
  return html`${fieldGroups(schema).map((group) => list(group, side, reference))}`;
}
