import * as z from 'zod/mini';
import { coversScope } from '#shared/contract/scopes.ts';
import { errors, ServiceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { compact, pick } from '#shared/runtime/compact.ts';
import type { CallOutcome, ToolDescription } from '../protocol/tool-server.ts';
import type { McpTool, ToolCall } from './tool.ts';

/** The caller, the stores and the time of a request. */
type ToolContext = Omit<ToolCall<unknown>, 'input'>;

/** The descriptions, which the first request for them makes. */
const descriptions = new WeakMap<McpTool, ToolDescription>();

function getDescription(tool: McpTool): ToolDescription {
  const description = descriptions.get(tool) ?? describeTool(tool);
  descriptions.set(tool, description);
  return description;
}

const shown = { name: true, title: true, description: true } as const;

/** Returns the description of a tool, with its schemas in JSON Schema 2020-12. */
function describeTool(tool: McpTool): ToolDescription {
  return {
    ...pick(tool, shown),
    inputSchema: toJsonSchema(tool.input, 'input'),
    outputSchema: toJsonSchema(tool.output, 'output'),
    annotations: tool.annotations,
  };
}

/** Returns the descriptions of the tools that a scope allows, and the function that calls them. */
export function serveTools(tools: readonly McpTool[], context: ToolContext) {
  const isAllowed = ({ scope }: McpTool) =>
    scope === 'any' || coversScope(context.caller.scope, scope);
  return {
    tools: () => tools.filter(isAllowed).map(getDescription),
    async call(name: string, sent: object): Promise<CallOutcome> {
      const tool = tools.find((known) => known.name === name);
      if (!tool) return { outcome: 'unknown' };
      if (!isAllowed(tool)) return { outcome: 'insufficient_scope', scope: tool.scope };
      return run(tool, sent, context);
    },
  };
}

/** Runs a tool. Throws the errors that no change of the arguments avoids. */
async function run(
  tool: McpTool,
  sent: object,
  context: ToolContext,
): Promise<CallOutcome> {
  try {
    const input = parseOrFail(tool.input, sent);
    const content = await tool.run({ ...context, input });
    if (tool.annotations.readOnlyHint)
      context.recordRead(tool.scope, { query: input, body: content });
    return { outcome: 'done', content: removeTags(content) };
  } catch (error) {
    const isRefusal = error instanceof ServiceError && errors[error.code].status < 500;
    if (!isRefusal) throw error;
    return { outcome: 'refused', problem: error.message };
  }
}

/** The characters of the Unicode block Tags: a copy of ASCII that no page shows. */
const tags = /[\u{e0000}-\u{e007f}]/gu;

/**
 * Removes tags from what a model reads. Models can read them, so an application could hide
 * instructions in the name of a food. A flag of a region becomes a black flag.
 */
function removeTags<Content extends object>(content: Content): Content {
  const json = JSON.stringify(content);
  return json.search(tags) < 0 ? content : JSON.parse(json.replaceAll(tags, ''));
}

/** A schema of JSON Schema 2020-12. */
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The side of a schema: what a client sends, or what the service returns. */
type SchemaSide = 'input' | 'output';

/**
 * Converts a schema of a tool to JSON Schema 2020-12. It has no references, which models and some
 * clients cannot follow, and its objects are open, because later versions add members. It has
 * descriptions, formats and patterns of what is sent only, which a model reads to call the tool.
 * Errors name the bounds. Decision 0064 says why it is neither `z.toJSONSchema` nor made at build.
 */
function toJsonSchema(schema: z.core.$ZodType, side: SchemaSide): JsonSchema {
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
    default:
      throw new Error(`A tool cannot have a schema of the type ${def.type}.`);
  }
}

function convertObject(shape: z.core.$ZodShape, side: SchemaSide): JsonSchema {
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
