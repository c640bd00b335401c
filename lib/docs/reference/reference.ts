import {
  getResource,
  type Host,
  type Method,
  type Schema,
} from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { type JsonSchema, toResponseSchemas } from './json-schema.ts';
import { nameResponseSchemas, toPascalCase } from './names.ts';

/** The data for every form of documentation. */
export interface ApiReference {
  entries: readonly EndpointEntry[];
  /** The endpoints of each resource, both sorted for readers. */
  resources: ReadonlyMap<string, readonly EndpointEntry[]>;
  /** Schemas of the responses by name. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** Returns the name of a response schema. Throws if no endpoint has it. */
  getSchemaName(schema: Schema): string;
}

/** Prepares the endpoints for documentation, without those that serve our own pages. */
export function buildReference(endpoints: readonly EndpointEntry[]): ApiReference {
  const documented = endpoints.filter(({ endpoint }) => !endpoint.internal);
  const entries = documented.toSorted(compareEntries);
  const names = nameResponseSchemas(entries);
  return {
    entries,
    resources: Map.groupBy(entries, ({ endpoint }) => getResource(endpoint)),
    schemas: toResponseSchemas(names),
    getSchemaName(schema) {
      const name = names.get(schema);
      if (!name) throw new Error('No endpoint has a response with this schema.');
      return name;
    },
  };
}

const hosts: readonly Host[] = ['main', 'auth', 'diary'];
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Compares by host, then path, with a collection before its items, then method. */
function compareEntries(one: EndpointEntry, other: EndpointEntry): number {
  const [a, b] = [one.endpoint, other.endpoint];
  return (
    hosts.indexOf(a.host) - hosts.indexOf(b.host) ||
    compareTexts(a.path, b.path) ||
    methods.indexOf(a.method) - methods.indexOf(b.method)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns the description of a resource in the schema of its representation, if there is one. */
export function getResourceDescription(
  resource: string,
  { schemas }: ApiReference,
): string | undefined {
  return schemas[toPascalCase(resource)]?.description;
}
