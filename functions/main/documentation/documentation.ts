import { type Html, html } from '#shared/html/html.ts';
import type { Content } from '#shared/http/render-error.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { fillPlaceholders } from '#shared/pages/placeholders.ts';

/** A page of the documentation with placeholders for base URLs, and its security policy. */
export interface DocumentationPage {
  html: string;
  /** The Content-Security-Policy, which has placeholders, too. */
  policy: string;
}

/** The pages by name. The build inserts them (lib/build/generated-content.ts). */
declare const DOCUMENTATION_PAGES: Readonly<Record<string, DocumentationPage>>;
/** The page around the results of a search. The build inserts it, too. */
declare const SEARCH_PAGE: DocumentationPage;
/** The page instead of one that does not exist. The build inserts it, too. */
declare const NOT_FOUND_PAGE: DocumentationPage;

type Values = Readonly<Record<string, string>>;

/**
 * Renders a guide, a page of the reference, or the page of a resource with the base URLs of this
 * service. Returns undefined if there is no page of that name.
 */
export function renderDocumentation(name: string, values: Values): Content | undefined {
  const isPage = Object.hasOwn(DOCUMENTATION_PAGES, name);
  const page = isPage ? DOCUMENTATION_PAGES[name] : undefined;
  return page && fillPage(page, values);
}

export function renderSearchPage(query: string, results: Html, values: Values): Content {
  const { html: escapedQuery } = html`${query}`;
  return fillPage(SEARCH_PAGE, { ...values, query: escapedQuery, results: results.html });
}

/** Renders the page instead of one that does not exist. */
export function renderNotFoundPage(values: Values): Content {
  return fillPage(NOT_FOUND_PAGE, values);
}

function fillPage({ html: page, policy }: DocumentationPage, values: Values): Content {
  const headers = {
    ...getPageHeaders(),
    'Content-Security-Policy': fillPlaceholders(policy, values),
  };
  return { headers, body: fillPlaceholders(page, values) };
}

/** The OpenAPI documents by file name. The build inserts them (lib/build/generated-content.ts). */
declare const OPENAPI_DOCUMENTS: Readonly<Record<string, string>>;

/**
 * Returns an OpenAPI document, as in `main.json`, with the base URLs of this service. Returns
 * undefined if it does not exist.
 */
export function findOpenApi(
  name: string,
  baseUrls: Readonly<Record<string, string>>,
): string | undefined {
  const document = Object.hasOwn(OPENAPI_DOCUMENTS, name)
    ? OPENAPI_DOCUMENTS[name]
    : undefined;
  return document && fillPlaceholders(document, baseUrls);
}
