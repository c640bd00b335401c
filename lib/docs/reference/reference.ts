import { getResource, type Host, type Method } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import type { NamedSchemas } from './json-schema.ts';
import { collectNamedSchemas } from './named-schemas.ts';

/** The data for every form of documentation. */
export interface ApiReference {
  /** The documented endpoints, sorted by host, path and method. */
  entries: readonly EndpointEntry[];
  /** The same endpoints by the name of their resource, in the same order. */
  resources: ReadonlyMap<string, readonly EndpointEntry[]>;
  /** The named schemas in the bodies of all endpoints. */
  schemas: NamedSchemas;
}

/** Prepares the endpoints for documentation, without the internal ones. */
export function buildReference(endpoints: readonly EndpointEntry[]): ApiReference {
  const documented = endpoints.filter(({ endpoint }) => !endpoint.internal);
  const entries = documented.toSorted(compareEntries);
  return {
    entries,
    resources: Map.groupBy(entries, ({ endpoint }) => getResource(endpoint)),
    schemas: collectNamedSchemas(entries),
  };
}

const hostOrder: readonly Host[] = ['main', 'auth', 'diary'];
const methodOrder: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Compares by host, then path, with a collection before its items, then method. */
function compareEntries(
  { endpoint: one }: EndpointEntry,
  { endpoint: other }: EndpointEntry,
): number {
  return (
    hostOrder.indexOf(one.host) - hostOrder.indexOf(other.host) ||
    compareTexts(one.path, other.path) ||
    methodOrder.indexOf(one.method) - methodOrder.indexOf(other.method)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
