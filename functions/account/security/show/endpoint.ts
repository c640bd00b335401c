import * as z from 'zod/mini';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { securityNotices } from '../security-notices.ts';

const SecurityQuery = z.object({
  notice: z.optional(z.enum(securityNotices)),
});

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/security/',
  summary: 'Show the page about sign-in and security',
  internal: true,
  auth: 'public',
  request: { query: SecurityQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get', 'query'] },
  storeCalls: {
    max: 5,
    reason: 'the session, the email, and the sessions and devices of the user are read',
  },
  baseUrls: ['auth'],
  settings: ['mailFrom'],
});
