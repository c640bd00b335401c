import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/deletion/',
  summary: 'Show the page about the deletion of the account',
  stores: { table: ['get'] },
  storeCalls: { max: 2, reason: 'the session and the erasure are two items' },
});
