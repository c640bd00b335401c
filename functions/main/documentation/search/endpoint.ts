import * as z from 'zod/mini';
import { allHosts, defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/docs/search/',
  hasCollection: false,
  summary: 'Search the documentation',
  description: 'Finds words in the guides and in the reference of all interfaces.',
  auth: 'public',
  request: {
    query: z.object({
      q: z
        .optional(parameter())
        .check(z.describe('The words. Characters after the first 200 do not count.')),
    }),
  },
  responses: {
    200: { description: 'The page with the results.', body: 'html' },
  },
  errorShape: 'page',
  settings: ['service'],
  baseUrls: [...allHosts, 'cdn'],
  examples: [{ summary: 'Pages about meals', query: { q: 'meals' }, status: 200 }],
});
