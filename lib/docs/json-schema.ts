import * as z from 'zod/mini';
import type { Schema } from '#shared/contract/endpoint.ts';

/** A JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/**
 * Leaves out what is true of our code and no promise to a client: that an answer has no further members, and the
 * bounds of a JavaScript integer. States defaults and examples of what is transformed as well, as they are sent. A type
 * that a schema states itself stands for its alternatives. A tuple of one becomes a list of exactly one, which every
 * tool reads.
 */
const plainly: Override = ({ zodSchema, jsonSchema: schema }) => {
  const { def } = zodSchema._zod;
  if (def.type === 'default' && typeof def.defaultValue !== 'object')
    schema.default = def.defaultValue;
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) schema.examples = examples;
  if (schema.type) delete schema.anyOf;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type !== 'string') delete schema.pattern;
  const [only, ...more] = schema.prefixItems ?? [];
  if (only !== undefined && more.length === 0) {
    delete schema.prefixItems;
    schema.items = only;
  }
};

/** What a client sends; where a schema transforms, its input side. */
export function requestSchema(schema: Schema): JsonSchema {
  const { $schema: _, ...sent } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: plainly,
  });
  return sent;
}

const components = '#/components/schemas/';

/** What the service answers, by name; a schema that has a name is a reference wherever another one contains it. */
export function answerSchemas(names: ReadonlyMap<Schema, string>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => components + id,
    unrepresentable: 'any',
    override: plainly,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

/** A reference to a named schema. */
export function referenceTo(name: string): JsonSchema {
  return { $ref: components + name };
}

/** The name of the schema that a reference leads to; undefined for a schema that is none. */
export function referenced({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(components) ? $ref.slice(components.length) : undefined;
}

/** A schema as an object; JSON Schema writes "anything" as true as well, and a list of schemas where we have none. */
export function asSchema(
  schema: boolean | JsonSchema | JsonSchema[] | undefined | (boolean | JsonSchema)[],
): JsonSchema {
  return typeof schema === 'object' && !Array.isArray(schema) ? schema : {};
}

/** The members of an object schema, in the order of their declaration. */
export function membersOf(
  schema: JsonSchema,
): readonly { name: string; schema: JsonSchema; required: boolean }[] {
  return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    schema: asSchema(member),
    required: schema.required?.includes(name) ?? false,
  }));
}
