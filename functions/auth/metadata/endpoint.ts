import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { Metadata } from './metadata.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/oauth-authorization-server',
  versions: ['.well-known'],
  summary: 'Read how to use the authorization server',
  description:
    'RFC 8414. The address is that of the issuer with this path behind it. Where the issuer has a path of its own, which is the stage of an API without a domain name, clients that put the well-known path before it find nothing there and need this address.',
  auth: 'public',
  responses: {
    200: { description: 'The metadata.', body: Metadata },
    304: notModified,
  },
  errorShape: 'oauth',
  cacheSeconds: 3600,
  addresses: ['main', 'auth'],
});
