import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/',
  summary: 'Show the start page of the account',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 23,
    reason:
      'the session, the profile and the erasure are read, and five weeks of days at most; ' +
      'DynamoDB returns 1 MB of them at a time; once a day, a session that stays signed in is ' +
      'extended',
  },
  settings: [...accountPage.settings, 'registration'],
});
