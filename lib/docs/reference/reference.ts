import { isDeepStrictEqual } from 'node:util';
import {
  allHosts,
  type Endpoint,
  getResource,
  type Method,
  type Schema,
} from '#shared/contract/endpoint.ts';
import { getSchemaName } from '#shared/contract/schema.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import { convertSchema, type NamedSchemas, type SchemaSide } from './json-schema.ts';

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

const methodOrder: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Compares by host, then path, with a collection before its items, then method. */
function compareEntries(
  { endpoint: one }: EndpointEntry,
  { endpoint: other }: EndpointEntry,
): number {
  return (
    allHosts.indexOf(one.host) - allHosts.indexOf(other.host) ||
    compareTexts(one.path, other.path) ||
    methodOrder.indexOf(one.method) - methodOrder.indexOf(other.method)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A schema of a body, and who sends the body. */
interface BodySchema {
  schema: Schema;
  side: SchemaSide;
}

/**
 * Converts every named schema in the bodies of endpoints. Throws if two schemas have the same name,
 * or if a schema differs between requests and responses.
 */
function collectNamedSchemas(entries: readonly EndpointEntry[]): NamedSchemas {
  const all = new Map<string, NamedSchemas[string]>();
  const bodies = entries.flatMap(({ endpoint }) => listBodySchemas(endpoint));
  for (const { schema, side } of bodies) {
    const { named } = convertSchema(schema, side);
    for (const [name, converted] of Object.entries(named)) {
      const previous = all.get(name) ?? converted;
      if (!isDeepStrictEqual(previous, converted)) {
        throw new Error(`There are two different schemas with the name ${name}.`);
      }
      all.set(name, converted);
    }
  }
  return Object.fromEntries(all);
}

function listBodySchemas({ request = {}, responses }: Endpoint): BodySchema[] {
  const { json, form, documented, multipart = {} } = request;
  const parts = Object.values(multipart).map((part) => {
    if ('json' in part) return part.json;
    return 'text' in part ? part.text : undefined;
  });
  const sent = [json, form, documented, ...parts].filter(
    (schema) => schema !== undefined,
  );
  const returned = Object.values(responses).map(({ body }) => body);
  return [
    ...sent.map((schema) => ({ schema, side: 'input' as const })),
    ...returned
      .filter((body) => typeof body === 'object')
      .map((schema) => ({ schema, side: 'output' as const })),
  ];
}

/** Returns the name of the schema of a body. Throws if it has none. */
export function requireSchemaName(schema: Schema): string {
  const name = getSchemaName(schema);
  if (name) return name;
  throw new Error("The schema of a body has no name. Add z.meta({ id: '...' }).");
}
