import { accountPage } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/settings/',
  summary: "Show the user's name and settings",
  stores: { table: ['get', 'update'] },
});
