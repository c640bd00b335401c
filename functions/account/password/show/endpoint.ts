import { accountPage } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/password/',
  summary: 'Show the password page',
  stores: { table: ['get', 'update'] },
});
