import * as z from 'zod/mini';
import type { Schema } from '#shared/contract/endpoint.ts';
import { type JsonSchema, requiredMark, rewriteSchema } from './rewrite-schema.ts';

export type { JsonSchema } from './rewrite-schema.ts';

/** The named schemas of the documentation, by name. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/** The side of a schema: what a client sends, or what the service returns. */
export type SchemaSide = 'input' | 'output';

/** A converted schema, and the named schemas that it refers to. */
interface ConvertedSchema {
  schema: JsonSchema;
  named: NamedSchemas;
}

const definitions = '#/$defs/';
const components = '#/components/schemas/';

/** Converts a schema. If it is named, it becomes a reference, as do the named schemas in it. */
export function convertSchema(schema: Schema, side: SchemaSide): ConvertedSchema {
  // zod makes a named schema a reference only inside another schema.
  const converted = z.toJSONSchema(z.object({ schema }), {
    io: side,
    unrepresentable: 'any',
    override: rewriteSchema,
  });
  const text = JSON.stringify(converted, omitMarks).replaceAll(
    `"${definitions}`,
    `"${components}`,
  );
  const { properties, $defs = {} } = JSON.parse(text) as JsonSchema;
  return { schema: toSchema(properties?.schema), named: $defs as NamedSchemas };
}

function omitMarks(name: string, value: unknown): unknown {
  return name === requiredMark ? undefined : value;
}

export function buildRef(name: string): JsonSchema {
  return { $ref: components + name };
}

/**
 * Returns the name of the schema that a reference resolves to. Returns undefined for other schemas.
 */
export function getRefName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(components) ? $ref.slice(components.length) : undefined;
}

/** Returns a schema that is an object, and `{}` for any other form, such as `true` or a list. */
export function toSchema(
  schema: boolean | JsonSchema | (boolean | JsonSchema)[] | undefined,
): JsonSchema {
  const isSingle = typeof schema === 'object' && !Array.isArray(schema);
  return isSingle ? schema : {};
}

/** A property of an object schema. */
export interface SchemaProperty {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** Lists the properties of an object schema in the order of their declaration. */
export function listProperties(schema: JsonSchema): readonly SchemaProperty[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: toSchema(property),
    required: required.includes(name),
  }));
}

/** Matches a reference to a named schema in JSON, and captures the name. */
const reference = /"#\/components\/schemas\/(\w+)"/g;

/** Selects the schemas that values refer to, directly or through other schemas, sorted by name. */
export function selectSchemas(
  all: NamedSchemas,
  values: readonly unknown[],
): NamedSchemas {
  const names = new Set<string>();
  // The loop also visits the schemas that it adds to this list.
  const pending: unknown[] = [...values];
  for (const value of pending) {
    for (const [, name = ''] of JSON.stringify(value).matchAll(reference)) {
      if (names.has(name)) continue;
      names.add(name);
      pending.push(all[name]);
    }
  }
  const sortedNames = [...names].sort();
  return Object.fromEntries(sortedNames.map((name) => [name, all[name] ?? {}]));
}
