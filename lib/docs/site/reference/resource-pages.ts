import type { Host } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../../endpoints.ts';
import { errorSchemas } from '../../openapi/errors.ts';
import {
  buildRef,
  getRefName,
  type NamedSchemas,
  selectSchemas,
} from '../../reference/json-schema.ts';
import { getResourceTitle, getTag } from '../../reference/labels.ts';
import { type ApiReference, requireSchemaName } from '../../reference/reference.ts';
import { describeBody } from '../../reference/request.ts';

/** A page of the reference: the operations on a resource. */
export interface ResourcePage {
  /** The name of the page in URLs. */
  name: string;
  resource: string;
  title: string;
  host: Host;
  entries: readonly EndpointEntry[];
}

/** The page of the reference that lists all operations, and has what several pages share. */
export const overviewName = 'reference';

/** Resources whose name is that of a guide, so their page has another one. */
const guided: readonly string[] = ['diary', 'docs', 'oauth2'];

/** Lists the pages of all resources: first those of the main host, then those of the others. */
export function listResourcePages({ entries }: ApiReference): readonly ResourcePage[] {
  const byResource = Map.groupBy(entries, ({ endpoint }) => getTag(endpoint));
  return [...byResource].map(([resource, ofResource]) => ({
    name: guided.includes(resource) ? `${resource}-reference` : resource,
    resource,
    title: getResourceTitle(resource),
    host: ofResource[0]?.endpoint.host ?? 'main',
    entries: ofResource,
  }));
}

/** The named schemas of all pages, and where each is described. */
export interface SchemaPlaces {
  schemas: NamedSchemas;
  /** The name of the page that describes a schema, by the name of the schema. */
  pages: ReadonlyMap<string, string>;
  /** The schemas in requests, whose members are required or optional. */
  sent: ReadonlySet<string>;
}

/**
 * Finds a page for each schema: the first with a response of it, or the only one that needs it, or
 * else the overview. The body of a request is described at its operation.
 */
export function placeSchemas(
  pages: readonly ResourcePage[],
  reference: ApiReference,
): SchemaPlaces {
  const schemas = { ...errorSchemas, ...reference.schemas };
  const places = new Map<string, string>();
  const sent = new Set<string>();
  const place = (name: string, page: string) =>
    places.set(name, places.get(name) ?? page);
  const uses = pages.map((page) => ({ page, ...listUses(page, schemas) }));
  for (const { page, returned } of uses) {
    for (const name of returned) place(name, page.name);
  }
  for (const { page, reachable } of uses) {
    for (const name of reachable) {
      const others = uses.filter((use) => use.reachable.has(name));
      place(name, others.length > 1 ? overviewName : page.name);
    }
  }
  for (const { inRequests } of uses) {
    for (const name of inRequests) sent.add(name);
  }
  for (const name of Object.keys(selectSchemas(schemas, [errorBodies]))) {
    place(name, overviewName);
  }
  return { schemas, pages: moveLongLists(places), sent };
}

/** More named schemas than this have a page of their own, beside that of the operations. */
const maxSchemas = 10;

/** Moves the schemas of resources with many of them to pages such as `diary-objects`. */
function moveLongLists(places: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const byPage = Map.groupBy(places.keys(), (name) => places.get(name) ?? '');
  const isLong = (page: string) =>
    page !== overviewName && (byPage.get(page) ?? []).length > maxSchemas;
  const moved = [...places].map(([name, page]): [string, string] => [
    name,
    isLong(page) ? toObjectsName(page) : page,
  ]);
  return new Map(moved);
}

/** Returns the name of the page with the schemas of another page. */
export function toObjectsName(page: string): string {
  return page.replace(/(-reference)?$/, '-objects');
}

/** The bodies of errors, which all pages share. */
const errorBodies = ['ValidationFailures', 'Problem', 'OauthError', 'DiaryError'].map(
  buildRef,
);

/** The names of the schemas that the operations of a page need. */
interface SchemaUses {
  /** Those of whole responses. */
  returned: ReadonlySet<string>;
  /** Those within requests, without the bodies themselves. */
  inRequests: ReadonlySet<string>;
  /** All of these, and all in them. */
  reachable: ReadonlySet<string>;
}

function listUses({ entries }: ResourcePage, schemas: NamedSchemas): SchemaUses {
  const returned = entries.flatMap(({ endpoint }) =>
    Object.values(endpoint.responses).flatMap(({ body }) =>
      typeof body === 'object' ? [requireSchemaName(body)] : [],
    ),
  );
  const inBodies = entries.map(({ endpoint }) => {
    const { schema = {} } = describeBody(endpoint) ?? {};
    return schemas[getRefName(schema) ?? ''] ?? schema;
  });
  const inRequests = Object.keys(selectSchemas(schemas, inBodies));
  const inResponses = Object.keys(selectSchemas(schemas, returned.map(buildRef)));
  return {
    returned: new Set(returned),
    inRequests: new Set(inRequests),
    reachable: new Set([...inRequests, ...inResponses]),
  };
}
