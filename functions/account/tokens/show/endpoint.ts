import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/tokens/',
  summary: 'Show the personal access tokens',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(1, 'the grants are read'),
  baseUrls: ['auth', 'main', 'diary'],
});
