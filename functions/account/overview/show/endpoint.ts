import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/',
  summary: 'Show the account page',
  stores: { table: ['get'] },
  storeCalls: {
    max: 3,
    reason: 'the session, the profile and the erasure are three items',
  },
});
