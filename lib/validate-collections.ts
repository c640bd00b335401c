import * as z from 'zod/mini';
import type { Endpoint, ResponseDeclaration } from '#shared/contract/endpoint.ts';
import { ItemLink } from '#shared/hal/links.ts';
import type { EndpointEntry } from './definitions.ts';
import { anonymizePath } from './path-parameters.ts';

/** Returns the schema of a member of an object schema. */
function findMember(schema: unknown, name: string): unknown {
  return schema instanceof z.ZodMiniObject ? schema.shape[name] : undefined;
}

/**
 * Returns the schema of the items that a collection embeds, or undefined if the schema is no
 * collection.
 */
function findItemSchema(schema: unknown): unknown {
  const embedded = findMember(schema, '_embedded');
  const isCollection = findMember(schema, 'total_count') !== undefined;
  if (!isCollection || !(embedded instanceof z.ZodMiniObject)) return undefined;
  const [list] = Object.values<unknown>(embedded.shape);
  return list instanceof z.ZodMiniArray ? list.def.element : undefined;
}

/** Whether an object schema has a self link to an item, which names the item's id. */
function hasItemLink(schema: unknown): boolean {
  return findMember(findMember(schema, '_links'), 'self') === ItemLink;
}

function hasLocation(status: string, { headers = [] }: ResponseDeclaration): boolean {
  return status === '201' && headers.includes('Location');
}

/**
 * Whether a response of the endpoint links to an item of its resource, by a self link or
 * `Location`.
 */
function linksToItem({ responses }: Endpoint): boolean {
  return Object.entries(responses).some(
    ([status, response]) =>
      hasLocation(status, response) ||
      hasItemLink(response.body) ||
      hasItemLink(findItemSchema(response.body)),
  );
}

/**
 * The path of the item that an endpoint's responses link to: its own path, or one parameter below
 * it.
 */
function itemPath({ path }: Endpoint): string {
  const anonymous = anonymizePath(path);
  if (/\{\}\/?$/.test(anonymous)) return anonymous;
  return anonymous.endsWith('/') ? `${anonymous}{}/` : `${anonymous}/{}`;
}

/** Finds endpoints whose responses link to items that no endpoint reads (decision M8). */
export function findMissingReads(entries: readonly EndpointEntry[]): string[] {
  const reads = entries.filter(({ endpoint }) => endpoint.method === 'GET');
  const readable = new Set(
    reads.map(({ endpoint: { host, path } }) => `${host} ${anonymizePath(path)}`),
  );
  const broken = entries.filter(
    ({ endpoint }) =>
      linksToItem(endpoint) && !readable.has(`${endpoint.host} ${itemPath(endpoint)}`),
  );
  return broken.map(({ id, endpoint }) => {
    const missing = `no endpoint serves GET ${itemPath(endpoint)}`;
    return `functions/${id} answers with a self link or Location, but ${missing}: add a read endpoint`;
  });
}

/** Finds lists that are read from the table without a limit on how many items they can have. */
export function findUnlimitedLists(entries: readonly EndpointEntry[]): string[] {
  const lists = entries.filter(
    ({ endpoint: { responses, stores } }) =>
      stores?.table?.includes('query') && findItemSchema(responses[200]?.body) !== undefined,
  );
  const unlimited = lists.filter(({ endpoint }) => endpoint.maxItems === undefined);
  return unlimited.map(
    ({ id }) =>
      `functions/${id} lists items of the table: declare maxItems, which its store must enforce`,
  );
}
