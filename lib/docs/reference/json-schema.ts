import * as z from 'zod/mini';
import type { Schema } from '#shared/contract/endpoint.ts';

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

/** A JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type ConversionOptions = NonNullable<Parameters<typeof z.toJSONSchema>[1]>;
type Override = NonNullable<ConversionOptions['override']>;

/** Removes implementation details that clients must not rely on, and adds what zod omits. */
const rewriteSchema: Override = ({ zodSchema, jsonSchema }) => {
  addDefaultAndExamples(zodSchema, jsonSchema);
  removeInternals(jsonSchema);
  openToAnyMember(jsonSchema);
  replaceSingleTuple(jsonSchema);
  mergeNullable(jsonSchema);
  requireMarked(jsonSchema);
  addNumberFormat(jsonSchema);
  removePatternOfFormat(jsonSchema);
};

/** Adds the default and the examples of a schema with a transform, which zod omits. */
function addDefaultAndExamples(zodSchema: z.core.$ZodType, schema: JsonSchema): void {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod;
  const isDefault = def.type === 'default' && typeof def.defaultValue !== 'object';
  if (isDefault) schema.default = def.defaultValue;
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) schema.examples = examples;
}

/**
 * Removes what clients must not rely on: closed objects, patterns of types other than strings, the
 * bounds of a JavaScript integer. A type in the metadata of a schema replaces its alternatives.
 */
function removeInternals(schema: JsonSchema): void {
  if (schema.type) delete schema.anyOf;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (![schema.type].flat().includes('string')) delete schema.pattern;
}

/** Replaces an empty schema of further members by `true`: generators warn about empty schemas. */
function openToAnyMember(schema: JsonSchema): void {
  const { additionalProperties } = schema;
  const isAny =
    typeof additionalProperties === 'object' &&
    Object.keys(additionalProperties).length === 0;
  if (isAny) schema.additionalProperties = true;
}

/** Replaces a tuple with one item by a list of exactly one item, which more tools support. */
function replaceSingleTuple(schema: JsonSchema): void {
  const [only, ...more] = schema.prefixItems ?? [];
  if (only === undefined || more.length > 0) return;
  delete schema.prefixItems;
  schema.items = only;
}

/** Replaces the alternatives of a plain type and null by a shorter list of two types. */
function mergeNullable(schema: JsonSchema): void {
  const [value, absent, ...more] = schema.anyOf ?? [];
  const isNullable = absent?.type === 'null' && more.length === 0;
  const isPlain =
    typeof value?.type === 'string' && !value.enum && value.const === undefined;
  if (!value || !isNullable || !isPlain) return;

  delete schema.anyOf;
  Object.assign(schema, { ...value, ...schema, type: [value.type, 'null'] });
}

/** The member of a schema that `requireMarked` reads. It is no part of JSON Schema. */
const requiredMark = 'isRequired';

/**
 * Adds the members with `isRequired` in their metadata to `required`. Their schemas are optional,
 * because the endpoint itself reports that they are missing. The marks stay until the end: zod
 * rewrites a schema with checks more than once, and each time from the members.
 */
function requireMarked(schema: JsonSchema): void {
  const { properties = {}, required = [] } = schema;
  const marked = Object.entries(properties)
    .filter(([, property]) => typeof property === 'object' && property[requiredMark])
    .map(([name]) => name);
  if (marked.length > 0) schema.required = [...new Set([...required, ...marked])];
}

/** Says that numbers are doubles: clients in Go would have 32 bits. */
function addNumberFormat(schema: JsonSchema): void {
  if ([schema.type].flat().includes('number')) schema.format = 'double';
}

/**
 * Removes the pattern of a text with a format. Clients in PHP and Ruby convert the text by its
 * format, and then match the pattern with the result.
 */
function removePatternOfFormat(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
}
