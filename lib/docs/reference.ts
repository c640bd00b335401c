import { resourceOf, type Schema } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../definitions.ts';
import { answerSchemas, type JsonSchema } from './json-schema.ts';
import { nameAnswers, pascal } from './names.ts';

/** What every kind of documentation is made from. */
export interface Reference {
  entries: readonly EndpointEntry[];
  /** The endpoints of each resource, both in the order in which a reader looks for them. */
  resources: ReadonlyMap<string, readonly EndpointEntry[]>;
  /** Schemas of the answers by name. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** The name of an answer's schema. Throws where no endpoint answers it. */
  nameOf(schema: Schema): string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const hosts = ['main', 'auth', 'diary'];

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Hosts in their order, then paths, a collection before its items, then methods in the usual order. */
function inReadingOrder(
  { endpoint: one }: EndpointEntry,
  { endpoint: other }: EndpointEntry,
): number {
  return (
    hosts.indexOf(one.host) - hosts.indexOf(other.host) ||
    compare(one.path, other.path) ||
    methods.indexOf(one.method) - methods.indexOf(other.method)
  );
}

/** Prepares a catalogue for documentation, which leaves out our own pages. */
export function makeReference(catalogue: readonly EndpointEntry[]): Reference {
  const entries = catalogue.filter(({ endpoint }) => !endpoint.internal).toSorted(inReadingOrder);
  const names = nameAnswers(entries);
  return {
    entries,
    resources: Map.groupBy(entries, ({ endpoint }) => resourceOf(endpoint)),
    schemas: answerSchemas(names),
    nameOf(schema) {
      const name = names.get(schema);
      if (!name) throw new Error('This schema is not the answer of any endpoint.');
      return name;
    },
  };
}

/** What a resource is, as the schema of its representation says. */
export function purposeOf(resource: string, { schemas }: Reference): string | undefined {
  return schemas[pascal(resource)]?.description;
}
