import * as z from 'zod/mini';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { deletionNotices } from '../deletion-notices.ts';

const DeletionQuery = z.object({ notice: z.optional(z.enum(deletionNotices)) });

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/deletion/',
  summary: 'Show the page about the deletion of the account',
  internal: true,
  auth: 'public',
  request: { query: DeletionQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get'] },
  storeCalls: { max: 2, reason: 'the session and the erasure are two items' },
  baseUrls: ['auth'],
});
