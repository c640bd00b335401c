import * as z from 'zod/mini';
import type { ResponseDeclaration } from '#shared/contract/endpoint.ts';
import { ItemLink } from '#shared/hal/links.ts';
import type { EndpointEntry } from './definitions.ts';

/** Matches the path parameters of a path, e.g. `{id}`. */
export const parameterPattern = /\{[^}]+\}/g;

/** Removes the names of path parameters: `/thing/{id}/` becomes `/thing/{}/`. */
export function anonymizePath(path: string): string {
  return path.replace(parameterPattern, '{}');
}

/** Returns the schema of a member of an object schema, or undefined if there is none. */
function findMember(schema: unknown, name: string): unknown {
  return schema instanceof z.ZodMiniObject ? schema.shape[name] : undefined;
}

/**
 * Finds the schema of a collection's items. Returns undefined if the schema is not a collection.
 */
function findItemSchema(schema: unknown): unknown {
  const embedded = findMember(schema, '_embedded');
  const isCollection = findMember(schema, 'total_count') !== undefined;
  if (!isCollection || !(embedded instanceof z.ZodMiniObject)) return undefined;

  const [list] = Object.values<unknown>(embedded.shape);
  return list instanceof z.ZodMiniArray ? list.def.element : undefined;
}

/** Returns whether an object schema has a self link to an item, which contains the item's id. */
function hasItemLink(schema: unknown): boolean {
  return findMember(findMember(schema, '_links'), 'self') === ItemLink;
}

function hasLocation(status: string, { headers = [] }: ResponseDeclaration): boolean {
  return status === '201' && headers.includes('Location');
}

/** Returns whether a response has a link to an item: a self link or `Location`. */
function linksToItem(status: string, response: ResponseDeclaration): boolean {
  if (hasLocation(status, response)) return true;
  const schemas = [response.body, findItemSchema(response.body)];
  return schemas.some(hasItemLink);
}

/** Builds the path of the items that responses link to: the endpoint's own, or one level below. */
function buildItemPath(path: string): string {
  const anonymous = anonymizePath(path);
  const isItemPath = /\{\}\/?$/.test(anonymous);
  if (isItemPath) return anonymous;
  return anonymous.endsWith('/') ? `${anonymous}{}/` : `${anonymous}/{}`;
}

/**
 * Returns a problem for each endpoint whose responses link to items that no endpoint reads
 * (wire.md M8).
 */
export function findMissingReads(entries: readonly EndpointEntry[]): string[] {
  const reads = entries.filter(({ endpoint }) => endpoint.method === 'GET');
  const readPaths = reads.map(
    ({ endpoint: { host, path } }) => `${host} ${anonymizePath(path)}`,
  );
  const readable = new Set(readPaths);
  return entries.flatMap(({ id, endpoint: { host, path, responses } }) => {
    const hasLink = Object.entries(responses).some(([status, response]) =>
      linksToItem(status, response),
    );
    const itemPath = buildItemPath(path);
    if (!hasLink || readable.has(`${host} ${itemPath}`)) return [];

    const missing = `no endpoint serves GET ${itemPath}: add a read endpoint`;
    return [`functions/${id} responds with a self link or Location, but ${missing}`];
  });
}

/** Returns a problem for each list that is read from the table without a limit for its items. */
export function findUnlimitedLists(entries: readonly EndpointEntry[]): string[] {
  const unlimited = entries.filter(({ endpoint: { responses, stores, maxItems } }) => {
    const isList = findItemSchema(responses[200]?.body) !== undefined;
    return isList && stores?.table?.includes('query') && maxItems === undefined;
  });
  return unlimited.map(
    ({ id }) =>
      `functions/${id} lists items of the table: declare maxItems, which its store must enforce`,
  );
}
