import * as z from 'zod/mini';
import { accountPageNotices } from '#functions/account/account-notices.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

const AccountQuery = z.object({
  notice: z.optional(z.enum(accountPageNotices)),
});

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/',
  summary: 'Show the account page',
  internal: true,
  auth: 'public',
  request: { query: AccountQuery },
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
