import { type Html, html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { pascal } from '../names.ts';
import { purposeOf, type Reference } from '../reference.ts';
import { anchorOf, endpointSection, routeOf } from './endpoint-section.ts';
import { errorSection } from './error-section.ts';
import { fieldList } from './field-list.ts';
import { pageAddress } from './places.ts';
import { prose } from './prose.ts';

function overview(entries: readonly EndpointEntry[]): Html {
  const lines = entries.map(
    (entry) => html`<dt><a href="#${anchorOf(entry)}">${routeOf(entry.endpoint)}</a></dt>
<dd>${entry.endpoint.summary}</dd>
`,
  );
  return html`<dl>\n${lines}</dl>\n`;
}

function fields(resource: string, reference: Reference): Html | undefined {
  const schema = reference.schemas[pascal(resource)];
  return (
    schema &&
    html`<section id="fields">
<h2>Fields</h2>
${fieldList(schema, 'answered', reference)}</section>
`
  );
}

/** The page of one resource. */
export function resourcePage(resource: string, reference: Reference): string {
  const entries = reference.resources.get(resource) ?? [];
  const purpose = purposeOf(resource, reference);
  const body = html`<nav><p class="muted"><a href="${pageAddress()}">Documentation</a></p></nav>
<h1>${resource}</h1>
${purpose !== undefined && html`<p>${prose(purpose)}</p>\n`}${overview(entries)}${fields(resource, reference)}${entries.map(
  (entry) => endpointSection(entry, reference),
)}${errorSection(entries.map(({ endpoint }) => endpoint))}`;
  return renderPage({ title: `${resource} - Fitness data service`, body, wide: true });
}
