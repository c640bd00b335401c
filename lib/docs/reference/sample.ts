import {
  getRefName,
  type JsonSchema,
  listProperties,
  type SchemaProperty,
  toSchema,
} from './json-schema.ts';
import type { ApiReference } from './reference.ts';

/** The resource and version that sample links point to. */
export interface SampleContext {
  reference: ApiReference;
  resource: string;
  version: string;
  /** The query of the link of a list to itself, as in `?limit=20&offset=0`. */
  listQuery: string;
}

/** The alias for the id of the calling user. */
const callerAlias = 'self';

/**
 * Returns the id in the first example of a resource, or else a short id like those of the service.
 */
export function getSampleId(resource: string, { resources }: ApiReference): string {
  const entries = resources.get(resource) ?? [];
  const examples = entries.flatMap(({ endpoint }) => endpoint.examples ?? []);
  const ids = examples.map(({ params }) => params?.id);
  return ids.find((id) => id !== undefined && id !== callerAlias) ?? '01k9wq3d5g';
}

/**
 * Builds a value that a schema accepts: its example, default or constant, or else a plain value of
 * its type. Optional members are included if the schema has an example of them. `parent` is the
 * name of the member that has the value.
 */
export function buildSample(
  schema: JsonSchema,
  context: SampleContext,
  parent = '',
): unknown {
  const stated = findStatedValue(schema);
  if (stated !== undefined) return stated;
  const options = schema.anyOf ?? schema.oneOf;
  if (options?.some(({ type }) => type === 'null')) return null;
  const name = getRefName(schema);
  const resolved = name ? context.reference.schemas[name] : options?.[0];
  if (resolved) return buildSample(resolved, context, parent);
  return buildSampleOfType(schema, context, parent);
}

function findStatedValue(schema: JsonSchema): unknown {
  const { examples = [], enum: values = [] } = schema;
  const candidates = [...examples, schema.default, schema.const, ...values];
  return candidates.find((value) => value !== undefined);
}

/** The samples of strings by their format. */
const texts: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T17:00:00Z',
};

function buildSampleOfType(
  schema: JsonSchema,
  context: SampleContext,
  parent: string,
): unknown {
  // A nullable type lists null last, as in `['string', 'null']`. Its sample is null.
  const type = [schema.type].flat().at(-1);
  switch (type) {
    case 'object':
      return buildSampleObject(schema, context, parent);
    case 'array':
      return [buildSample(toSchema(schema.items), context, parent)];
    case 'string':
      return texts[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function buildSampleObject(
  schema: JsonSchema,
  context: SampleContext,
  parent: string,
): object {
  const sample: Record<string, unknown> = {};
  for (const property of listProperties(schema)) {
    const { name } = property;
    const isShown = property.required || property.schema.examples;
    if (isShown) sample[name] = buildSampleMember(parent, property, context);
  }
  return sample;
}

/** The links of responses. A request refers to an item by another type. */
const linkTypes: readonly string[] = ['ItemLink', 'Link'];

function buildSampleMember(
  parent: string,
  { name, schema }: SchemaProperty,
  context: SampleContext,
): unknown {
  const linkType = getRefName(toSchema(schema.items)) ?? '';
  if (parent === '_links' && linkTypes.includes(linkType) && !schema.examples) {
    return buildSampleLink(name, linkType, context);
  }
  if (parent !== '_embedded') return buildSample(schema, context, name);
  const resource = findEmbeddedResource(name, context);
  return buildSample(schema, { ...context, resource }, name);
}

/**
 * Builds a link of a sample. A link to an item leads to the resource with the name of the relation,
 * or to the current resource if no resource has that name.
 */
function buildSampleLink(
  relation: string,
  linkType: string,
  { reference, resource, version, listQuery }: SampleContext,
) {
  if (linkType === 'ItemLink') {
    const target = reference.resources.has(relation) ? relation : resource;
    const id = getSampleId(target, reference);
    return [{ href: `/${version}/${target}/${id}/`, id }];
  }
  if (relation === 'documentation') return [{ href: `/${version}/docs/${resource}/` }];
  return [{ href: `/${version}/${resource}/${listQuery}` }];
}

/** Finds the resource of embedded items by their name, which is singular or plural. */
function findEmbeddedResource(
  name: string,
  { reference, resource }: SampleContext,
): string {
  const { resources } = reference;
  const singulars = [name, name.replace(/s$/, ''), name.replace(/ies$/, 'y')];
  return singulars.find((word) => resources.has(word)) ?? resource;
}
