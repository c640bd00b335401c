import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { ProtectedResource, resourceNames } from '../protected-resource.ts';

export default defineEndpoint({
  host: 'main',
  otherHosts: ['diary', 'mcp'],
  method: 'GET',
  path: '/oauth-protected-resource',
  versions: ['.well-known'],
  operationId: 'getHostMetadata',
  summary: 'Get the metadata of this host',
  description:
    'RFC 9728. The diary host and that of the MCP endpoint have the same path.',
  auth: 'public',
  responses: {
    200: { description: 'The metadata.', body: ProtectedResource },
    304: notModified,
  },
  errorShape: 'oauth',
  cacheSeconds: 3600,
  baseUrls: resourceNames,
});
