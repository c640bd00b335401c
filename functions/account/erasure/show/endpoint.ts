import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/deletion/',
  summary: 'Show the page about the deletion of the account',
  stores: { table: ['get', 'update'] },
  storeCalls: pageCalls(1, 'the erasure is read'),
});
