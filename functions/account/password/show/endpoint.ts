import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/password/',
  summary: 'Show the password page',
  stores: { table: ['get'] },
  storeCalls: { max: 2, reason: 'the session and the profile are two items' },
});
