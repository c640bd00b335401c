import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { maxRemoteConnections } from '#functions/connections/connection/remote-connection.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/connections/',
  summary: 'Show the connected services',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    3,
    'the connections, in at most two pages, and the clients at providers are read',
  ),
  maxItems: maxRemoteConnections,
});
