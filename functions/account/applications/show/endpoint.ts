import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { maxDescribedClients } from '../connected-client.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/applications/',
  summary: 'Show the applications with access',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 5 + 2 * maxDescribedClients,
    reason:
      'the session, the profile, the grants of the user and the data policies are read, and for ' +
      'each of 20 applications its client and its logo; once a day, a session that stays ' +
      'signed in is extended',
  },
});
