import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/password/',
  summary: 'Show the password page',
  internal: true,
  auth: 'public',
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get'] },
  storeCalls: {
    max: 3,
    reason: 'the session is read, and the email from the credentials or else the profile',
  },
  baseUrls: ['auth'],
});
