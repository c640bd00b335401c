import { asSchema, type JsonSchema, membersOf, referenced } from './json-schema.ts';
import type { Reference } from './reference.ts';

/** Where a sample is shown: links in it lead to items of the resource, under the version. */
export interface SampleScene {
  reference: Reference;
  resource: string;
  version: string;
}

/** Stands for the id of the calling user. */
const alias = 'self';

/** An id of the resource: the one that an example of it states, else one as the service makes them, shortened. */
export function sampleId(resource: string, { resources }: Reference): string {
  const examples = (resources.get(resource) ?? []).flatMap(
    ({ endpoint }) => endpoint.examples ?? [],
  );
  const [stated] = examples
    .map(({ params }) => params?.id)
    .filter((id) => id !== undefined && id !== alias);
  return stated ?? '01k9wq3d5g';
}

const texts: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T17:00:00Z',
};

/** A link of which its schema shows no example: to a resource of its name, where there is one, else to one of the kind at hand. */
function sampleLink(
  relation: string,
  schema: JsonSchema,
  { reference, resource, version }: SampleScene,
) {
  if (referenced(schema) === 'ItemLink') {
    const target = reference.resources.has(relation) ? relation : resource;
    const id = sampleId(target, reference);
    return [{ href: `/${version}/${target}/${id}/`, id }];
  }
  if (relation === 'documentation') return [{ href: `/${version}/docs/${resource}/` }];
  return [{ href: `/${version}/${resource}/` }];
}

/** The resource whose items are embedded under a name, which is its own or its plural. */
function embeddedResource(name: string, { reference, resource }: SampleScene): string {
  const singular = [name, name.replace(/s$/, ''), name.replace(/ies$/, 'y')];
  return singular.find((word) => reference.resources.has(word)) ?? resource;
}

function sampleMember(
  parent: string,
  name: string,
  schema: JsonSchema,
  scene: SampleScene,
): unknown {
  const isLink = ['ItemLink', 'PlainLink'].includes(referenced(schema) ?? '');
  if (parent === '_links' && isLink && !schema.examples) return sampleLink(name, schema, scene);
  const within =
    parent === '_embedded' ? { ...scene, resource: embeddedResource(name, scene) } : scene;
  return sampleOf(schema, within, name);
}

/**
 * A value that a schema accepts, for documentation: an example or a default that the schema states, else the plainest.
 * Members that may be absent are there where the schema has an example of them.
 */
export function sampleOf(schema: JsonSchema, scene: SampleScene, parent = ''): unknown {
  const [stated] = [
    ...(schema.examples ?? []),
    schema.default,
    schema.const,
    ...(schema.enum ?? []),
  ].filter((value) => value !== undefined);
  if (stated !== undefined) return stated;
  const name = referenced(schema);
  if (name) return sampleOf(scene.reference.schemas[name] ?? {}, scene, parent);
  const options = schema.anyOf ?? schema.oneOf;
  if (options?.some(({ type }) => type === 'null')) return null;
  if (options) return sampleOf(options[0] ?? {}, scene, parent);
  switch (Array.isArray(schema.type) ? schema.type.at(-1) : schema.type) {
    case 'object':
      return Object.fromEntries(
        membersOf(schema)
          .filter((member) => member.required || member.schema.examples)
          .map((member) => [member.name, sampleMember(parent, member.name, member.schema, scene)]),
      );
    case 'array':
      return [sampleOf(asSchema(schema.items), scene, parent)];
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
