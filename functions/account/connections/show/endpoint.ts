import { accountPage } from '#functions/account/account-endpoint.ts';
import { maxRemoteConnections } from '#functions/connections/connection/remote-connection.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/connections/',
  summary: 'Show the connected services',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 6,
    reason:
      'the session, the profile, the connections, in at most two pages, and the clients at ' +
      'providers are read; once a day, a session that stays signed in is extended',
  },
  maxItems: maxRemoteConnections,
});
