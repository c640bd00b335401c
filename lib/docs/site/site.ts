import { renderDocument, type SitePage } from '../page/layout.ts';
import type { ApiReference } from '../reference/reference.ts';
import { renderExplorer, renderSignedInPage } from './explorer.ts';
import { renderGuides } from './guides.ts';
import { renderNotFound } from './not-found.ts';
import { renderReference } from './reference/reference-site.ts';
import { buildSearchIndex } from './search/build-index.ts';
import { renderSearchFrame } from './search/search-frame.ts';

/** The documentation with placeholders for base URLs. */
export interface Site {
  /** The pages by name. */
  pages: Readonly<Record<string, SitePage>>;
  /** The page around the results of a search. */
  searchPage: SitePage;
  /** The page instead of one that does not exist. */
  notFoundPage: SitePage;
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
