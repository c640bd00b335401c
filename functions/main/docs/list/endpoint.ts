import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/',
  summary: 'List the documented resources',
  auth: 'public',
  responses: {
    200: { description: 'The index page.', body: 'html' },
    304: notModified,
  },
  cacheSeconds: 300,
  addresses: ['main', 'auth', 'diary'],
});
