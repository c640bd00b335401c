import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/',
  summary: 'Show what resources there are',
  auth: 'public',
  responses: {
    200: { description: 'The page that leads to the others.', body: 'html' },
    304: notModified,
  },
  cacheSeconds: 300,
  addresses: ['main', 'auth', 'diary'],
});
