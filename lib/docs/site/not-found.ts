import { html } from '#shared/html/html.ts';
import { getPageUrl, renderDocument, type SitePage } from '../page/layout.ts';

/** Renders the page instead of one that does not exist. Its header has the search. */
export function renderNotFound(): SitePage {
  const content = html`<h1>Page not found</h1>
<p>The documentation has no page with this address. Search it above, or continue with:</p>
<ul>
<li><a href="${getPageUrl('index')}">The start page</a></li>
<li><a href="${getPageUrl('reference')}">The reference</a></li>
</ul>
`;
  return renderDocument({ name: 'not-found', title: 'Page not found', content });
}
