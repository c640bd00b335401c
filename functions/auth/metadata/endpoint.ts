import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { Metadata } from './metadata.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/oauth-authorization-server',
  versions: ['.well-known'],
  operationId: 'getAuthorizationServerMetadata',
  summary: 'Get authorization server metadata',
  description:
    'RFC 8414. The URL is the issuer followed by this path. Without a custom domain name, the ' +
    'issuer ends with the stage of the API. Clients that put the well-known path before the ' +
    'stage get a 404, and must be given the URL.',
  auth: 'public',
  responses: {
    200: { description: 'The metadata.', body: Metadata },
    304: notModified,
  },
  errorShape: 'oauth',
  cacheSeconds: 3600,
  baseUrls: ['main', 'auth'],
  settings: ['metadataClients'],
});
