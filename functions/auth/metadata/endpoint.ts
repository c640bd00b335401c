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
    'RFC 8414. The URL is the issuer followed by this path. An issuer without a custom domain ' +
    'name has a path, the stage of its API. Clients that put the well-known path before the ' +
    'stage get a 404 and need this URL.',
  auth: 'public',
  responses: {
    200: { description: 'The metadata.', body: Metadata },
    304: notModified,
  },
  errorShape: 'oauth',
  cacheSeconds: 3600,
  baseUrls: ['main', 'auth'],
});
