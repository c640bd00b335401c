import * as z from 'zod/mini';
import type { Schema } from '#shared/contract/endpoint.ts';

/** A JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type ConversionOptions = NonNullable<Parameters<typeof z.toJSONSchema>[1]>;
type Override = NonNullable<ConversionOptions['override']>;

/** Removes implementation details that clients must not rely on, and adds what zod omits. */
const override: Override = ({ zodSchema, jsonSchema }) => {
  addDefaultAndExamples(zodSchema, jsonSchema);
  removeInternals(jsonSchema);
  replaceSingleTuple(jsonSchema);
};

/**
 * Zod omits the default and the examples of a schema with a transform; they are documented as sent.
 */
function addDefaultAndExamples(zodSchema: z.core.$ZodType, schema: JsonSchema): void {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod;
  const isDefault = def.type === 'default' && typeof def.defaultValue !== 'object';
  if (isDefault) schema.default = def.defaultValue;
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) schema.examples = examples;
}

/**
 * Removes what clients must not rely on: closed objects, patterns of other types, the bounds of a
 * JavaScript integer. A type in the metadata of a schema replaces its alternatives.
 */
function removeInternals(schema: JsonSchema): void {
  if (schema.type) delete schema.anyOf;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type !== 'string') delete schema.pattern;
}

/** Replaces a tuple with one item by a list of exactly one item, which more tools support. */
function replaceSingleTuple(schema: JsonSchema): void {
  const [only, ...more] = schema.prefixItems ?? [];
  if (only === undefined || more.length > 0) return;
  delete schema.prefixItems;
  schema.items = only;
}

/** Converts a schema of a request: the input side, if the schema has a transform. */
export function toRequestSchema(schema: Schema): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override,
  });
  return converted;
}

const components = '#/components/schemas/';

/** Converts the named schemas of responses. Inside one another they become references. */
export function toResponseSchemas(
  names: ReadonlyMap<Schema, string>,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) {
    registry.add(schema, { id });
  }
  const converted = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => components + id,
    unrepresentable: 'any',
    override,
  });
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(converted.schemas)) {
    const { $schema: _, $id: __, ...rest } = schema;
    schemas[name] = rest;
  }
  return schemas;
}

/** Builds a reference to a named schema. */
export function buildRef(name: string): JsonSchema {
  return { $ref: components + name };
}

/**
 * Returns the name of the schema that a reference resolves to. Returns undefined for other schemas.
 */
export function getRefName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(components) ? $ref.slice(components.length) : undefined;
}

/**
 * Returns a schema as an object. JSON Schema also allows `true` for anything, and lists of schemas.
 */
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
