import { html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { renderDocument, type SitePage } from '../../page/layout.ts';

/** Renders the page around the results of a search, with placeholders for what differs. */
export function renderSearchFrame(): SitePage {
  const content = html`<h1>Search</h1>
${placeholder('results')}`;
  const document = { name: 'search', title: 'Search', content };
  return renderDocument(document, placeholder('query'));
}
