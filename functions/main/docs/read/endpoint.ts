import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/{resource}/',
  summary: 'Get the documentation of a resource',
  description: 'The `documentation` link of every response points here.',
  auth: 'public',
  responses: {
    200: { description: 'The page of the resource.', body: 'html' },
    304: notModified,
  },
  errors: ['not_found'],
  cacheSeconds: 300,
  addresses: ['main', 'auth', 'diary'],
  examples: [
    {
      summary: 'The page on data sources',
      params: { resource: 'data_source' },
      status: 200,
    },
  ],
});
