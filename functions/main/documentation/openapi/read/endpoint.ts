import { defineEndpoint, mainInterface, notModified } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/openapi/{document}/',
  summary: 'Get the OpenAPI document of a host',
  description: 'The documents are `main.json`, `auth.json` and `diary.json`.',
  auth: 'public',
  responses: {
    200: { description: 'OpenAPI 3.1.', body: 'application/json' },
    304: notModified,
  },
  errors: ['not_found'],
  cacheSeconds: 300,
  baseUrls: ['main', 'auth', 'diary'],
  examples: [{ summary: 'The diary', params: { document: 'diary.json' }, status: 200 }],
});
