import { coversScope } from '#shared/contract/scopes.ts';
import { errors, ServiceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import type { CallOutcome, ToolDescription } from '../protocol/tool-server.ts';
import type { McpTool, ToolCall } from './tool.ts';

/** The caller, the stores and the time of a request. */
type ToolContext = Omit<ToolCall<unknown>, 'input'>;

/** Loads the schemas when they are listed, because a function would start 2 ms later with them. */
async function describeTools(tools: readonly McpTool[]): Promise<ToolDescription[]> {
  const { default: schemas } = await import('./schemas.data.json', {
    with: { type: 'json' },
  });
  return tools.map(({ name, title, description, annotations }) => {
    return { name, title, description, ...schemas[name], annotations };
  });
}

/** Returns the descriptions of the tools that a scope allows, and the function that calls them. */
export function serveTools(tools: readonly McpTool[], context: ToolContext) {
  const isAllowed = ({ scope }: McpTool) =>
    scope === 'any' || coversScope(context.caller.scope, scope);
  return {
    tools: () => describeTools(tools.filter(isAllowed)),
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
