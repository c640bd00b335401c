import { defineEndpoint, mainInterface, notModified } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/openapi.json',
  summary: 'Get the OpenAPI document of the main API',
  auth: 'public',
  responses: {
    200: { description: 'OpenAPI 3.1.', body: 'application/json' },
    304: notModified,
  },
  cacheSeconds: 300,
  baseUrls: ['main', 'auth', 'diary'],
});
