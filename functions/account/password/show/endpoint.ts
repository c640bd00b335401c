import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/password/',
  summary: 'Show the password page',
  stores: { table: ['get', 'update'] },
  storeCalls: {
    max: 3,
    reason:
      'the session and the profile are two items; once a day, a session that stays signed ' +
      'in is extended',
  },
});
