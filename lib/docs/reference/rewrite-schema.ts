import * as z from 'zod/mini';

/** A JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type ConversionOptions = NonNullable<Parameters<typeof z.toJSONSchema>[1]>;
type Override = NonNullable<ConversionOptions['override']>;

/** Removes implementation details that clients must not rely on, and adds what zod omits. */
export const rewriteSchema: Override = ({ zodSchema, jsonSchema }) => {
  addDefaultAndExamples(zodSchema, jsonSchema);
  addDiscriminator(zodSchema, jsonSchema);
  removeInternals(jsonSchema);
  openToAnyMember(jsonSchema);
  replaceSingleTuple(jsonSchema);
  mergeNullable(jsonSchema);
  markRequired(jsonSchema);
};

/** Adds the default and the examples of a schema with a transform, which zod omits. */
function addDefaultAndExamples(zodSchema: z.core.$ZodType, schema: JsonSchema): void {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod;
  const isDefault = def.type === 'default' && typeof def.defaultValue !== 'object';
  if (isDefault) schema.default = def.defaultValue;
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) schema.examples = examples;
}

/** Names the member of a union that tells its alternatives apart (OpenAPI 3.1 section 4.8.25). */
function addDiscriminator(zodSchema: z.core.$ZodType, schema: JsonSchema): void {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod;
  if (def.type !== 'union' || !('discriminator' in def) || !schema.oneOf) return;

  const propertyName = String(def.discriminator);
  const mapping: Record<string, string> = {};
  for (const [i, option] of def.options.entries()) {
    const values = option._zod.propValues?.[propertyName] ?? [];
    const reference = schema.oneOf[i]?.$ref;
    for (const value of values) if (reference) mapping[String(value)] = reference;
  }
  schema.discriminator = { propertyName, mapping };
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

/**
 * Adds the members with `isRequired` in their metadata to `required`. Their schemas are optional,
 * because the endpoint itself reports that they are missing.
 */
function markRequired(schema: JsonSchema): void {
  const { properties = {}, required = [] } = schema;
  const missing: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (typeof property !== 'object' || !property.isRequired) continue;
    delete property.isRequired;
    missing.push(name);
  }
  if (missing.length > 0) schema.required = [...required, ...missing];
}
