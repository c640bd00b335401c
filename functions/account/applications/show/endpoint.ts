import * as z from 'zod/mini';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

const ApplicationsQuery = z.object({
  notice: z.optional(z.literal('access_removed')),
});

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/applications/',
  summary: 'Show the applications with access',
  internal: true,
  auth: 'public',
  request: { query: ApplicationsQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get', 'query'] },
  storeCalls: { max: 2, reason: 'the session and the grants of the user are read' },
  baseUrls: ['auth'],
});
