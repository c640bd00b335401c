import { type Html, html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { hosts } from '../reference/labels.ts';
import type { ApiReference } from '../reference/reference.ts';
import { getResourceDescription } from '../reference/resources.ts';
import { getPageUrl } from './links.ts';
import { renderProse } from './prose.ts';

/** Renders the page with links to the pages of all resources. */
export function renderIndexPage(reference: ApiReference): string {
  const resources = [...reference.resources].map(([resource, entries]) =>
    renderResource(resource, entries, reference),
  );
  const addresses = Object.entries(hosts).map(([host, { description }]) =>
    renderAddress(host, description),
  );
  const oauth2 = html`<a href="${getPageUrl('oauth2')}">oauth2</a>`;
  const body = html`<h1>${title}</h1>
<p>${renderProse(introduction)}</p>
<h2>Resources</h2>
<dl>
${resources}</dl>
<h2>Addresses</h2>
<dl>
${addresses}</dl>
<h2>Requests</h2>
<p>${renderProse(authentication)} See ${oauth2}.</p>
<p>${renderProse(paths)}</p>
<p>${renderProse(lists)}</p>
`;
  return renderPage({ title, body, wide: true });
}

const title = 'Fitness data service';

const introduction =
  'An API for applications that work with the fitness data of their users. Bodies are JSON, with ' +
  'links in `_links` and lists in `_embedded`.';

const authentication =
  'Send an access token with every request: `Authorization: Bearer $ACCESS_TOKEN`.';

const paths =
  'Every path starts with the version, and links keep the version of the request. The trailing ' +
  'slash is optional.';

const lists =
  'Lists accept `limit` (default 20, maximum 40) and `offset`. Follow `_links.next` until it is ' +
  'absent. Ignore unknown members: new ones may be added at any time.';

function renderAddress(host: string, description: string): Html {
  return html`<dt><code>${placeholder(host)}</code></dt>
<dd>${description}</dd>
`;
}

function renderResource(
  resource: string,
  entries: readonly EndpointEntry[],
  reference: ApiReference,
): Html {
  const summaries = entries.map(({ endpoint }) => `${endpoint.summary}.`);
  const description = getResourceDescription(resource, reference) ?? summaries.join(' ');
  const link = html`<a href="${getPageUrl(resource)}">${resource}</a>`;
  return html`<dt>${link}</dt>
<dd>${renderProse(description)}</dd>
`;
}
