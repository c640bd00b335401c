import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/tokens/',
  summary: 'Show the personal access tokens',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 4,
    reason:
      'the session, the profile and the grants of the user are read; once a day, a session ' +
      'that stays signed in is extended',
  },
  baseUrls: ['auth', 'main', 'diary'],
});
