import type { Endpoint, ResponseDeclaration } from '#shared/contract/endpoint.ts';
import { toSchema } from '../reference/json-schema.ts';
import { requireSchemaName } from '../reference/named-schemas.ts';
import type { ApiReference } from '../reference/reference.ts';

/**
 * Builds the links from a created item to the operations on it: read, change and delete (OpenAPI
 * 3.1 section 4.8.20). Returns undefined if the response is not that of a creation.
 */
export function buildItemLinks(
  endpoint: Endpoint,
  { body }: ResponseDeclaration,
  reference: ApiReference,
): Record<string, object> | undefined {
  if (endpoint.method !== 'POST' || typeof body !== 'object') return undefined;
  const parameters = { id: `$response.body#${findIdPointer(body, reference)}` };
  const links: Record<string, object> = {};
  for (const { operationId, summary } of listItemOperations(endpoint, reference)) {
    if (operationId)
      links[operationId] = { operationId, parameters, description: summary };
  }
  return Object.keys(links).length > 0 ? links : undefined;
}

/** Lists the endpoints of the items of a collection. */
function listItemOperations(
  { host, path }: Endpoint,
  { entries }: ApiReference,
): readonly Endpoint[] {
  const itemPath = `${path.replace(/\/$/, '')}/{id}`;
  const endpoints = entries.map(({ endpoint }) => endpoint);
  return endpoints.filter(
    (other) => other.host === host && other.path.replace(/\/$/, '') === itemPath,
  );
}

/** Finds the id of the first created item: in the link to itself, or in the item. */
function findIdPointer(
  body: Parameters<typeof requireSchemaName>[0],
  { schemas }: ApiReference,
): string {
  const { properties = {} } = toSchema(schemas[requireSchemaName(body)]);
  return properties._links ? '/_links/self/0/id' : '/items/0/id';
}
