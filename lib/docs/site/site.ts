import type { DocumentationPage } from '#functions/main/documentation/documentation.ts';
import {
  buildIndex,
  type SearchSection,
} from '#functions/main/documentation/search/search-index.ts';
import { html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { type Document, getPageUrl, renderDocument } from '../page/layout.ts';
import type { ApiReference } from '../reference/reference.ts';
import { renderExplorer, renderSignedInPage } from './explorer.ts';
import { renderGuides } from './guides.ts';
import { renderReference } from './reference/reference-site.ts';

/** The documentation with placeholders for base URLs. */
export interface Site {
  /** The pages by name. */
  pages: Readonly<Record<string, DocumentationPage>>;
  /** The page around the results of a search. */
  searchPage: DocumentationPage;
  /** The page instead of one that does not exist. */
  notFoundPage: DocumentationPage;
  /** The index of the search, as plain data. */
  searchIndex: object;
}

/**
 * Resources without a page of their own name: a page of the reference or a guide documents them.
 * The `documentation` links of the service lead to the names of resources.
 */
const namesakes: Readonly<Record<string, string>> = {
  docs: 'index',
  oauth2: 'authorization',
  'oauth-authorization-server': 'authorization',
};

/** Renders all pages of the documentation. */
export function renderSite(reference: ApiReference): Site {
  const documents = [...renderGuides(), ...renderReference(reference)];
  const rendered = new Map(
    documents.map((document) => [document.name, renderDocument(document)]),
  );
  rendered.set('explorer', renderExplorer());
  rendered.set('signed-in', renderSignedInPage());
  for (const [resource, name] of Object.entries(namesakes)) {
    const page = rendered.get(name);
    if (page) rendered.set(resource, page);
  }
  return {
    pages: Object.fromEntries(rendered),
    searchPage: renderSearchFrame(),
    notFoundPage: renderNotFound(),
    searchIndex: buildSearchIndex(documents),
  };
}

/** Renders the page around the results of a search, with placeholders for what differs. */
function renderSearchFrame(): DocumentationPage {
  const content = html`<h1>Search</h1>
${placeholder('results')}`;
  const document = { name: 'search', title: 'Search', content };
  return renderDocument(document, placeholder('query'));
}

/** Renders the page instead of one that does not exist. Its header has the search. */
function renderNotFound(): DocumentationPage {
  const content = html`<h1>Page not found</h1>
<p>The documentation has no page with this address. Search it above, or continue with:</p>
<ul>
<li><a href="${getPageUrl('index')}">The start page</a></li>
<li><a href="${getPageUrl('reference')}">The reference</a></li>
</ul>
`;
  return renderDocument({ name: 'not-found', title: 'Page not found', content });
}

/** Builds the index of all guides and of the reference. */
function buildSearchIndex(documents: readonly Document[]): object {
  return buildIndex(documents.flatMap(listSections));
}

/** Matches a heading with an anchor, and captures the anchor and the heading. */
const headingPattern = /<h[1-3] id="([^"]+)">(.*?)<\/h[1-3]>/s;

/** Divides a page at its headings. */
function listSections({
  name,
  title,
  part,
  content,
}: Document): readonly SearchSection[] {
  // Splitting by a pattern that captures returns the captured texts, too.
  const [, , , introduction = '', ...rest] = content.html.split(headingPattern);
  const path = name === 'index' ? '' : `${name}/`;
  const common = {
    kind: part === 'reference' ? 'Reference' : 'Guide',
    page: title,
  } as const;
  const sections: SearchSection[] = [
    { ...common, id: path, title, text: toText(introduction) },
  ];
  for (let i = 0; i < rest.length; i += 3) {
    const [anchor = '', heading = '', text = ''] = rest.slice(i, i + 3);
    sections.push({
      ...common,
      id: `${path}#${anchor}`,
      heading: toText(heading),
      text: toText(text),
    });
  }
  return sections;
}

/** Code, and what is closed at first: nobody searches for these. */
const skipped = /<(pre|details|button|figcaption)\b.*?<\/\1>/gs;
/** An address, which only the service knows. */
const placeholders = /\{\{\w+\}\}/g;
/** Tags within a sentence. */
const inlineTags = /<\/?(?:a|b|code|em|strong)\b[^>]*>/g;

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Returns the text of markup, on one line. */
function toText(markup: string): string {
  return markup
    .replaceAll(skipped, ' ')
    .replaceAll(placeholders, '…')
    .replaceAll(inlineTags, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&\S+?;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
