import { type Html, html } from '#shared/html/html.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { type Document, getPageUrl } from '../../page/layout.ts';
import { renderInline } from '../../page/markdown.ts';
import { type MenuGroup, renderMenu } from '../../page/menu.ts';
import { renderHeading } from '../../page/parts.ts';
import { type JsonSchema, toSchema } from '../../reference/json-schema.ts';
import { getResourceDescription, hostNames, hosts } from '../../reference/labels.ts';
import type { ApiReference } from '../../reference/reference.ts';
import { renderConstraints } from './constraints.ts';
import { listMembers, renderFields } from './fields.ts';
import { getOperationAnchor, renderOperation } from './operation.ts';
import { renderOverview } from './overview.ts';
import {
  listResourcePages,
  overviewName,
  placeSchemas,
  type ResourcePage,
  type SchemaPlaces,
  toObjectsName,
} from './resource-pages.ts';
import { renderType, type SchemaUrl } from './type.ts';

/** Renders the reference: the overview, then one page for each resource. */
export function renderReference(reference: ApiReference): readonly Document[] {
  const pages = listResourcePages(reference);
  const places = placeSchemas(pages, reference);
  const groups = listMenuGroups(pages, places);
  const complete = (name: string, title: string, content: Html): Document => ({
    name,
    title,
    part: 'reference',
    menu: renderMenu('Reference', groups, name),
    content: html`${content}${renderSchemas(name, places, createSchemaUrl(name, places))}`,
  });
  const resources = pages.flatMap((page) => {
    const getUrl = createSchemaUrl(page.name, places);
    const resource = complete(
      page.name,
      page.title,
      renderResource(page, reference, getUrl),
    );
    const objects = findObjectsPage(page, places);
    if (!objects) return [resource];
    const heading = renderObjectsHeading(page, objects.name, objects.title);
    return [resource, complete(objects.name, objects.title, heading)];
  });
  return [complete(overviewName, 'API reference', renderOverview(pages)), ...resources];
}

function renderObjectsHeading({ name }: ResourcePage, id: string, title: string): Html {
  const link = html`<a href="${getPageUrl(name)}">operations</a>`;
  return html`${renderHeading(1, id, html`${title}`)}
<p class="lead">What the ${link} accept and return.</p>
`;
}

/** Finds the page with the named schemas of a resource, if it is not that of the operations. */
function findObjectsPage({ name: page, title }: ResourcePage, { pages }: SchemaPlaces) {
  const name = toObjectsName(page);
  const hasSchemas = [...pages.values()].includes(name);
  return hasSchemas ? { name, title: `${title} objects`, headings: [] } : undefined;
}

/** Returns the URLs of named schemas as links of a page. */
function createSchemaUrl(page: string, { pages }: SchemaPlaces): SchemaUrl {
  return (name) => {
    const place = pages.get(name) ?? overviewName;
    return place === page ? `#${name}` : `${getPageUrl(place)}#${name}`;
  };
}

/** Guides that explain a resource, by its name. */
const guides: Readonly<Record<string, string>> = {
  diary: 'diary',
  image: 'images',
  oauth2: 'authorization',
  remoteconnection: 'connections',
};

function renderResource(
  { resource, title, host, entries }: ResourcePage,
  reference: ApiReference,
  getUrl: SchemaUrl,
): Html {
  const description = getResourceDescription(resource, reference);
  const guide = guides[resource];
  const operations = entries.map((entry) =>
    renderOperation(entry, { reference, getUrl }),
  );
  return html`${renderHeading(1, resource, html`${title}`)}
${description !== undefined && html`<p class="lead">${renderInline(description)}</p>\n`}
<p>Base URL: <code>${placeholder(host)}</code>.
${guide !== undefined && html`The guide: <a href="${getPageUrl(guide)}">${title}</a>.`}</p>
${operations}`;
}

/** Lists the pages of the menu by interface, each with its operations. */
function listMenuGroups(
  pages: readonly ResourcePage[],
  places: SchemaPlaces,
): readonly MenuGroup[] {
  const overview = { name: overviewName, title: 'Overview', headings: [] };
  const byHost = hostNames.map((host) => ({
    title: hosts[host].title,
    pages: pages
      .filter((page) => page.host === host)
      .flatMap((page) => [toMenuPage(page), findObjectsPage(page, places) ?? []].flat()),
  }));
  return [{ pages: [overview] }, ...byHost.filter((group) => group.pages.length > 0)];
}

function toMenuPage({ name, title, entries }: ResourcePage) {
  const headings = entries.map(({ endpoint }) => ({
    id: getOperationAnchor(endpoint),
    text: endpoint.summary,
  }));
  return { name, title, headings };
}

/** Renders the named schemas that a page describes, or nothing if it describes none. */
function renderSchemas(
  page: string,
  { schemas, pages, sent }: SchemaPlaces,
  getUrl: SchemaUrl,
): Html {
  const names = [...pages].flatMap(([name, place]) => (place === page ? [name] : []));
  if (names.length === 0) return html``;
  const sections = names.sort().map((name) => {
    const side = sent.has(name) ? 'sent' : 'returned';
    return renderSchema(name, toSchema(schemas[name]), side, getUrl);
  });
  return html`${renderHeading(2, 'objects', html`Objects`)}${sections}`;
}

function renderSchema(
  name: string,
  schema: JsonSchema,
  side: 'sent' | 'returned',
  getUrl: SchemaUrl,
): Html {
  const { description } = schema;
  const text = description !== undefined && html`<p>${renderInline(description)}</p>\n`;
  const members = listMembers(schema, side);
  const content =
    members.length > 0
      ? renderFields(members, getUrl)
      : html`<p>${renderType(schema, getUrl)}. ${renderConstraints(schema)}</p>\n`;
  return html`${renderHeading(3, name, html`${name}`)}${text}${content}`;
}
