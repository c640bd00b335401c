import type { Endpoint, ResponseDeclaration, Schema } from '#shared/contract/endpoint.ts';
import { toSchema } from '../reference/json-schema.ts';
import { type ApiReference, requireSchemaName } from '../reference/reference.ts';
import { listPathParameters } from '../reference/request.ts';

/**
 * Builds the links from a created item to the operations on it: read, change and delete (OpenAPI
 * 3.1 section 4.8.20). Returns undefined if the endpoint creates no item with such operations.
 */
export function buildItemLinks(
  endpoint: Endpoint,
  { body }: ResponseDeclaration,
  reference: ApiReference,
): Record<string, object> | undefined {
  if (endpoint.method !== 'POST' || typeof body !== 'object') return undefined;
  const id = `$response.body#${findIdPointer(body, reference)}`;
  const links: Record<string, object> = {};
  for (const { idParameter, operation } of listItemOperations(endpoint, reference)) {
    const { operationId, summary: description } = operation;
    const parameters = { ...repeatParameters(endpoint), [idParameter]: id };
    if (operationId) links[operationId] = { operationId, parameters, description };
  }
  return Object.keys(links).length > 0 ? links : undefined;
}

/** An endpoint of one item, and the path parameter that is the id of the item. */
interface ItemOperation {
  idParameter: string;
  operation: Endpoint;
}

/** Lists the endpoints of the items of a collection. */
function listItemOperations(
  { host, path }: Endpoint,
  { entries }: ApiReference,
): readonly ItemOperation[] {
  const collection = path.replace(/\/$/, '');
  return entries.flatMap(({ endpoint: operation }) => {
    const isBelow = operation.path.startsWith(`${collection}/`);
    if (operation.host !== host || !isBelow) return [];

    const pathBelow = operation.path.slice(collection.length);
    const [, idParameter] = itemPattern.exec(pathBelow) ?? [];
    return idParameter === undefined ? [] : [{ idParameter, operation }];
  });
}

/** Matches the path of an item below its collection, e.g. `/{id}/`, and captures the parameter. */
const itemPattern = /^\/\{(\w+)\}\/?$/;

/** Returns runtime expressions that copy the path parameters of the request to the link. */
function repeatParameters(endpoint: Endpoint): Record<string, string> {
  const names = listPathParameters(endpoint);
  return Object.fromEntries(names.map((name) => [name, `$request.path.${name}`]));
}

/**
 * Returns the JSON pointer to the id of the first created item: in the item's link to itself, or in
 * the item.
 */
function findIdPointer(body: Schema, { schemas }: ApiReference): string {
  const { properties = {} } = toSchema(schemas[requireSchemaName(body)]);
  return properties._links ? '/_links/self/0/id' : '/items/0/id';
}
