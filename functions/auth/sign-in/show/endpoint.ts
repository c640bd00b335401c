import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { SignInQuery } from '../sign-in.ts';

export default defineEndpoint({
  ...authPage,
  method: 'GET',
  path: '/oauth2/sign-in/',
  summary: 'Show the sign-in page',
  request: { query: SignInQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the page of the account if somebody is signed in already.',
      headers: ['Location'],
    },
  },
  errors: ['request_expired'],
  stores: { table: ['get'] },
  storeCalls: {
    max: 3,
    reason: 'the destination is read, or the session, the profile and the erasure',
  },
  baseUrls: ['auth'],
  settings: [...authPage.settings, 'signUp', 'mailFrom'],
  examples: [
    {
      summary: 'Sign in to manage the account',
      query: { continue: 'account', request: '' },
      status: 200,
    },
  ],
});
