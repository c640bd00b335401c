import { html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { purposeOf, type Reference } from '../reference.ts';
import { hosts } from '../words.ts';
import { pageAddress } from './places.ts';
import { prose } from './prose.ts';

/** The page that leads to those of all resources. */
export function indexPage(reference: Reference): string {
  const resources = [...reference.resources].map(([resource, entries]) => {
    const purpose =
      purposeOf(resource, reference) ??
      `${entries.map(({ endpoint }) => endpoint.summary).join('. ')}.`;
    return html`<dt><a href="${pageAddress(resource)}">${resource}</a></dt>\n<dd>${prose(purpose)}</dd>\n`;
  });
  const addresses = Object.entries(hosts).map(
    ([host, { serves }]) => html`<dt><code>${placeholder(host)}</code></dt>\n<dd>${serves}</dd>\n`,
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
<h2>Calling it</h2>
<p>Send an access token with every request, as <code>Authorization: Bearer $ACCESS_TOKEN</code>; the page on
<a href="${pageAddress('oauth2')}">oauth2</a> says how to get one. Every path begins with its version, links keep the
version of the request, and a slash at the end may be left out.</p>
<p>Lists take <code>limit</code> (20 unless sent, 40 at most) and <code>offset</code>; follow <code>_links.next</code>
until there is none. Members that you do not know may appear at any time; ignore them.</p>
`;
  return renderPage({ title: 'Fitness data service', body, wide: true });
}
