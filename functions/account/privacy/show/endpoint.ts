import { accountPage } from '#functions/account/account-endpoint.ts';
import { SignInQuery } from '#functions/auth/sign-in/sign-in.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/privacy/',
  summary: 'Show the page about privacy',
  request: { query: SignInQuery },
  errors: ['request_expired'],
  stores: { table: ['get', 'update'] },
  storeCalls: {
    max: 4,
    reason:
      'the session, the profile and the authorization request are three items; once a day, ' +
      'a session that stays signed in is extended',
  },
});
