import * as z from 'zod/mini';
import { compact } from '#shared/runtime/compact.ts';

/** A schema of JSON Schema 2020-12. */
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The side of a schema: what a client sends, or what the service returns. */
type SchemaSide = 'input' | 'output';

/**
 * Converts a schema of a tool to JSON Schema 2020-12. It has no references, which models and some
 * clients cannot follow, and its objects are open, because later versions add members. An object
 * that is returned with optional members of one schema has that schema once. It has descriptions,
 * formats and patterns of what is sent only, which a model reads to call the tool. Errors name the
 * bounds (decision 0064).
 */
export function toJsonSchema(schema: z.core.$ZodType, side: SchemaSide): JsonSchema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const stated = describe(schema, side);
  // A type in the metadata stands for the alternatives of the schema.
  if (stated.type) return stated;
  switch (def.type) {
    case 'optional':
    case 'default':
      return { ...toJsonSchema(def.innerType, side), ...stated };
    case 'nullable':
      return { ...toNullable(toJsonSchema(def.innerType, side)), ...stated };
    case 'lazy':
      return { ...toJsonSchema(def.getter(), side), ...stated };
    case 'pipe':
      return { ...toJsonSchema(side === 'input' ? def.in : def.out, side), ...stated };
    default:
      return { ...convertShape(schema, side), ...stated };
  }
}

function convertShape(schema: z.core.$ZodType, side: SchemaSide): JsonSchema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return convertObject(def.shape, side);
    case 'record':
      return { type: 'object', additionalProperties: toJsonSchema(def.valueType, side) };
    case 'array':
      return { type: 'array', items: toJsonSchema(def.element, side) };
    case 'union':
      return { anyOf: def.options.map((option) => toJsonSchema(option, side)) };
    case 'literal':
      return { type: 'string', enum: [...def.values].map(String) };
    case 'enum':
      return { type: 'string', enum: Object.values(def.entries) };
    case 'string':
      return compact({ type: 'string' as const, format: getFormat(def) });
    case 'number':
      return { type: 'format' in def ? 'integer' : 'number' };
    case 'boolean':
      return { type: 'boolean' };
    default:
      throw new Error(`A tool cannot have a schema of the type ${def.type}.`);
  }
}

function convertObject(shape: z.core.$ZodShape, side: SchemaSide): JsonSchema {
  const shared = side === 'output' && findSharedSchema(shape);
  if (shared) return { type: 'object', additionalProperties: toJsonSchema(shared, side) };
  const members = Object.entries(shape);
  const isRequired = ({ _zod }: z.core.$ZodType) =>
    (side === 'input' ? _zod.optin : _zod.optout) === undefined;
  const required = members.filter(([, schema]) => isRequired(schema));
  const properties = members.map(([name, schema]) => [name, toJsonSchema(schema, side)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: required.map(([name]) => name),
  };
}

/** Returns the one schema of all members, if each of them is optional and there are several. */
function findSharedSchema(shape: z.core.$ZodShape): z.core.$ZodType | undefined {
  const inner = Object.values(shape).map((schema) => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    return def.type === 'optional' ? def.innerType : undefined;
  });
  const isShared = inner.length > 1 && inner.every((schema) => schema === inner[0]);
  return isShared ? inner[0] : undefined;
}

/** Returns the format of a date, and undefined for a string without one. */
function getFormat(def: z.core.$ZodStringDef): string | undefined {
  return 'format' in def ? String(def.format) : undefined;
}

function toNullable(schema: JsonSchema): JsonSchema {
  const isPlain = typeof schema.type === 'string' && !schema.enum;
  if (isPlain) return { ...schema, type: [schema.type as 'string', 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** Returns what the metadata of a schema says, besides its shape. */
function describe(schema: z.core.$ZodType, side: SchemaSide): JsonSchema {
  const { type, description, format, pattern } = (z.globalRegistry.get(schema) ??
    {}) as JsonSchema;
  return compact(side === 'input' ? { type, description, format, pattern } : { type });
}
