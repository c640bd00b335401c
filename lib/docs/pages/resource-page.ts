import { type Html, html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { toPascalCase } from '../reference/names.ts';
import type { ApiReference } from '../reference/reference.ts';
import { getResourceDescription } from '../reference/resources.ts';
import { renderEndpointSection, renderRoute, toAnchor } from './endpoint-section.ts';
import { renderErrorSection } from './error-section.ts';
import { renderFieldList } from './field-list.ts';
import { getPageUrl } from './links.ts';
import { renderProse } from './prose.ts';

/** Renders the page of a resource. */
export function renderResourcePage(resource: string, reference: ApiReference): string {
  const entries = reference.resources.get(resource) ?? [];
  const endpoints = entries.map(({ endpoint }) => endpoint);
  const description = getResourceDescription(resource, reference);
  const index = html`<a href="${getPageUrl()}">Documentation</a>`;
  const body = html`<nav><p class="muted">${index}</p></nav>
<h1>${resource}</h1>
${description && html`<p>${renderProse(description)}</p>`}
${renderOverview(entries)}
${renderFields(resource, reference)}
${entries.map((entry) => renderEndpointSection(entry, reference))}
${renderErrorSection(endpoints)}`;
  return renderPage({ title: `${resource} - Fitness data service`, body, wide: true });
}

function renderOverview(entries: readonly EndpointEntry[]): Html {
  return html`<dl>
${entries.map(renderOverviewItem)}</dl>
`;
}

function renderOverviewItem(entry: EndpointEntry): Html {
  const { endpoint } = entry;
  const link = html`<a href="#${toAnchor(entry)}">${renderRoute(endpoint)}</a>`;
  return html`<dt>${link}</dt>
<dd>${endpoint.summary}</dd>
`;
}

function renderFields(resource: string, reference: ApiReference): Html | undefined {
  const schema = reference.schemas[toPascalCase(resource)];
  if (!schema) return undefined;
  return html`<section id="fields">
<h2>Fields</h2>
${renderFieldList(schema, 'response', reference)}</section>
`;
}
