import { coversScope } from '#shared/contract/scopes.ts';
import { errors, ServiceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { pick } from '#shared/runtime/compact.ts';
import type { CallOutcome, ToolDescription } from '../protocol/tool-server.ts';
import { toJsonSchema } from './json-schema.ts';
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
      context.noteRead(tool.scope, { query: input, body: content });
    return { outcome: 'done', content };
  } catch (error) {
    const isRefusal = error instanceof ServiceError && errors[error.code].status < 500;
    if (!isRefusal) throw error;
    return { outcome: 'refused', problem: error.message };
  }
}
