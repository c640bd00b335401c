import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/',
  summary: 'Show the start page of the account',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    20,
    'the erasure is read, and five weeks of days at most, 1 MB at a time',
  ),
  settings: [...accountPage.settings, 'registration'],
});
