import type { Send, SendOptions } from './send.ts';

/** The revision that tests speak, unless they are about another. */
const version = '2026-07-28';

/** A response of JSON-RPC 2.0. */
export interface McpResponse<Result = Record<string, unknown>> {
  id: number | null;
  result: Result;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** The response of a tool. */
export interface ToolResult<Content = Record<string, unknown>> {
  content: [{ type: string; text: string }];
  structuredContent: Content;
  isError: boolean;
}

/** The list of tools. */
export interface ToolDescriptions {
  tools: { name: string; inputSchema: object; outputSchema: object }[];
}

/** Builds the request that calls a method of the newest revision. */
export function buildMcpRequest(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Pick<SendOptions, 'headers' | 'json'> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { name } = params;
  const named = typeof name === 'string' ? { 'Mcp-Name': name } : undefined;
  return {
    headers: { 'MCP-Protocol-Version': version, 'Mcp-Method': method, ...named },
    json: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  };
}

/** Returns functions that use the tools with a token. */
export function openMcp(send: Send, token: string) {
  const request = <Result>(method: string, params?: Readonly<Record<string, unknown>>) =>
    send<McpResponse<Result>>('POST', '/', {
      host: 'mcp',
      token,
      ...buildMcpRequest(method, params),
    });
  return {
    request,
    callTool: <Content>(name: string, args: object = {}) =>
      request<ToolResult<Content>>('tools/call', { name, arguments: args }),
  };
}
