import { type Html, html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { pascal } from '../names.ts';
import type { Reference } from '../reference.ts';

/** The version of the request for the page, which its links keep. */
export const pageVersion = placeholder('version');

/** The address of the index, or of a resource's page: complete, so that it holds with and without a slash at the end. */
export function pageAddress(resource?: string): string {
  return `${placeholder('main')}/${pageVersion}/docs/${resource === undefined ? '' : `${resource}/`}`;
}

const links: Readonly<Record<string, string>> = { ItemLink: 'link with an id', PlainLink: 'link' };

/** The words for a named schema: that of a resource, and a link whose relation is one, lead to its fields. */
export function nameSchema(name: string, { resources, schemas }: Reference, relation = ''): Html {
  if (links[name] && resources.has(relation))
    return html`link to a <a href="${pageAddress(relation)}">${relation}</a>`;
  const resource = [...resources.keys()].find((key) => pascal(key) === name);
  return resource && schemas[name]
    ? html`<a href="${pageAddress(resource)}#fields">${resource}</a>`
    : html`${links[name] ?? name}`;
}
