import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  host: 'auth',
  method: 'GET',
  path: '/oauth2/account/password/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Show the page to change the password',
  internal: true,
  auth: 'public',
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: { description: 'To the sign-in page, where nobody is signed in.', headers: ['Location'] },
  },
  stores: { table: ['get'] },
  addresses: ['auth'],
});
