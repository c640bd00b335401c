import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/deletion/',
  summary: 'Show the page about the deletion of the account',
  stores: { table: ['get', 'update'] },
  storeCalls: {
    max: 4,
    reason:
      'the session, the profile and the erasure are three items; once a day, a session ' +
      'that stays signed in is extended',
  },
});
