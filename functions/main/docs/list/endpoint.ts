import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/docs/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Show what resources there are',
  auth: 'public',
  responses: {
    200: { description: 'The page that leads to the others.', body: 'html' },
    304: notModified,
  },
  cacheSeconds: 300,
  addresses: ['main', 'auth', 'diary'],
});
