import { defineEndpoint, mcpInterface } from '#shared/contract/endpoint.ts';
import { RpcResponse } from '../protocol/message.ts';
import { toolOperations } from '../tool/tool.ts';

export default defineEndpoint({
  ...mcpInterface,
  method: 'POST',
  internal: true,
  summary: 'Answer a message of an assistant',
  description:
    'The Model Context Protocol over HTTP, in the revisions 2026-07-28, 2025-11-25 and 2025-06-18.',
  auth: 'user',
  // Each tool has its own.
  scope: 'any',
  request: { text: true },
  responses: {
    200: { description: 'The result of a request, or its error.', body: RpcResponse },
    202: { description: 'A notification was accepted.' },
    400: { description: 'The message is no valid request.', body: RpcResponse },
    403: { description: 'The scope does not suffice.', body: RpcResponse },
    404: { description: 'The method is unknown.', body: RpcResponse },
  },
  errors: ['foreign_origin'],
  stores: { table: toolOperations },
  storeCalls: {
    max: 101,
    reason:
      'as many as the tool needs: those of the diary entry that is changed, or of the days that ' +
      'are summarized, and the weights for energies that are unknown',
  },
  baseUrls: ['mcp'],
  settings: ['service'],
  // Up to 92 days of at most 400 KB each.
  memory: 1024,
  timeout: 29,
  examples: [
    {
      summary: 'A ping of a client of the revision 2025-11-25',
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      status: 200,
      responseBody: { jsonrpc: '2.0', id: 1, result: {} },
    },
  ],
});
