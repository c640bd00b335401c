import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { ProtectedResource, resourceNames } from '../protected-resource.ts';

export default defineEndpoint({
  // With the name of the MCP endpoint, this is its well-known URL if it is a path of the main host.
  host: 'main',
  // The body of an API cannot have its own URL, so all challenges name that of the auth host.
  otherHosts: ['auth'],
  method: 'GET',
  path: '/oauth-protected-resource/{name}',
  versions: ['.well-known'],
  operationId: 'getProtectedResource',
  summary: 'Get the metadata of a protected resource',
  description:
    'RFC 9728. Each 401 of a host names this URL in its challenge, as `resource_metadata`: with ' +
    '`main`, `diary` or `mcp`.',
  auth: 'public',
  responses: {
    200: { description: 'The metadata.', body: ProtectedResource },
    304: notModified,
  },
  errors: ['not_found'],
  errorShape: 'oauth',
  cacheSeconds: 3600,
  baseUrls: resourceNames,
});
