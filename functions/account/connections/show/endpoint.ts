import * as z from 'zod/mini';
import { maxRemoteConnections } from '#functions/connections/connection/remote-connection.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

const ConnectionsQuery = z.object({
  notice: z.optional(
    z.enum([
      'connection_removed',
      'connection_and_workouts_removed',
      'connection_not_found',
      'sync_requested',
      'sync_too_soon',
    ]),
  ),
});

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/connections/',
  summary: 'Show the connected services',
  internal: true,
  auth: 'public',
  request: { query: ConnectionsQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get', 'query'] },
  storeCalls: {
    max: 3,
    reason: 'the session, the connections and the clients at providers are read',
  },
  maxItems: maxRemoteConnections,
  baseUrls: ['auth'],
});
