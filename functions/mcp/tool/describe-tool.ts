import { pick } from '#shared/runtime/compact.ts';
import type { ToolDescription } from '../protocol/tool-server.ts';
import { toJsonSchema } from './json-schema.ts';
import type { McpTool } from './tool.ts';

const shown = { name: true, title: true, description: true } as const;

/** Returns the description of a tool, with its schemas in JSON Schema 2020-12. */
export function describeTool(tool: McpTool): ToolDescription {
  return {
    ...pick(tool, shown),
    inputSchema: toJsonSchema(tool.input, 'input'),
    outputSchema: toJsonSchema(tool.output, 'output'),
    annotations: tool.annotations,
  };
}
