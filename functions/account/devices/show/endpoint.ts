import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { maxSourceCalls } from '#functions/main/data-source/data-source.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/devices/',
  summary: 'Show the devices and which ones are preferred',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    maxSourceCalls,
    'the data sources are read in pages of at most 1 MB',
  ),
});
