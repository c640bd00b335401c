import { type Html, html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { toPascalCase } from '../reference/names.ts';
import type { ApiReference } from '../reference/reference.ts';

/** The version of the request for the page. Links on the page keep it. */
export const versionPlaceholder = placeholder('version');

/**
 * Returns the URL of the index page, or of the page of a resource. It is absolute, so it works from
 * pages with and without a trailing slash.
 */
export function getPageUrl(resource?: string): string {
  const index = `${placeholder('main')}/${versionPlaceholder}/docs/`;
  return resource === undefined ? index : `${index}${resource}/`;
}

const linkNames: Readonly<Record<string, string>> = {
  ItemLink: 'link with an id',
  Link: 'link',
};

/**
 * Renders the name of a schema. It links to the page of the resource, for a link that of its
 * relation.
 */
export function renderSchemaName(
  name: string,
  { resources, schemas }: ApiReference,
  relation = '',
): Html {
  const linkName = linkNames[name];
  if (linkName && resources.has(relation)) {
    return html`link to a <a href="${getPageUrl(relation)}">${relation}</a>`;
  }
  const resource = [...resources.keys()].find((key) => toPascalCase(key) === name);
  if (!resource || !schemas[name]) return html`${linkName ?? name}`;
  return html`<a href="${getPageUrl(resource)}#fields">${resource}</a>`;
}
