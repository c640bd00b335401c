import * as z from 'zod/mini';

/** A JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type ConversionOptions = NonNullable<Parameters<typeof z.toJSONSchema>[1]>;
type Override = NonNullable<ConversionOptions['override']>;

/** Removes implementation details that clients must not rely on, and adds what zod omits. */
export const rewriteSchema: Override = ({ zodSchema, jsonSchema }) => {
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
export const requiredMark = 'isRequired';

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
