import * as z from 'zod/mini';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

const DevicesQuery = z.object({
  notice: z.optional(z.enum(['preferred', 'sleep_preferred'])),
});

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/devices/',
  summary: 'Show the devices and which ones are preferred',
  internal: true,
  auth: 'public',
  request: { query: DevicesQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get', 'query'] },
  storeCalls: {
    max: 4,
    reason: 'the session is read, and the data sources in pages of at most 1 MB',
  },
  baseUrls: ['auth'],
});
