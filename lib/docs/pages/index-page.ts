import { type Html, html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { hosts } from '../labels.ts';
import { type ApiReference, getResourceDescription } from '../reference.ts';
import { getPageUrl } from './links.ts';
import { renderProse } from './prose.ts';

/** Renders the page with links to the pages of all resources. */
export function renderIndexPage(reference: ApiReference): string {
  const resources = [...reference.resources].map(([resource, entries]) =>
    renderResource(resource, entries, reference),
  );
  const addresses = Object.entries(hosts).map(
    ([host, { description }]) =>
      html`<dt><code>${placeholder(host)}</code></dt>\n<dd>${description}</dd>\n`,
  );
  const body = html`<h1>Fitness data service</h1>
<p>An interface for applications that a person lets work with their fitness data: JSON bodies, links in
<code>_links</code>, lists in <code>_embedded</code>.</p>
<h2>Resources</h2>
<dl>
${resources}</dl>
<h2>Addresses</h2>
<dl>
${addresses}</dl>
${gettingStarted}`;
  return renderPage({ title: 'Fitness data service', body, wide: true });
}

const gettingStarted = html`<h2>Calling it</h2>
<p>Send an access token with every request, as <code>Authorization: Bearer $ACCESS_TOKEN</code>; the page on
<a href="${getPageUrl('oauth2')}">oauth2</a> says how to get one. Every path begins with its version, links keep the
version of the request, and a slash at the end may be left out.</p>
<p>Lists take <code>limit</code> (20 unless sent, 40 at most) and <code>offset</code>; follow <code>_links.next</code>
until there is none. Members that you do not know may appear at any time; ignore them.</p>
`;

function renderResource(
  resource: string,
  entries: readonly EndpointEntry[],
  reference: ApiReference,
): Html {
  const summaries = entries.map(({ endpoint }) => `${endpoint.summary}.`).join(' ');
  const description = getResourceDescription(resource, reference) ?? summaries;
  return html`<dt><a href="${getPageUrl(resource)}">${resource}</a></dt>
<dd>${renderProse(description)}</dd>
`;
}
