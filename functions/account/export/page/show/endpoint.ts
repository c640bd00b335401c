import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { downloadSecretContext, maxOpenExports } from '../../data-export.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/export/',
  summary: "Show the exports of the user's data",
  stores: { table: ['get', 'update'], encryption: { decrypts: [downloadSecretContext] } },
  storeCalls: {
    max: 4 + 4 * maxOpenExports,
    reason:
      'the session, the profile and the exports are read; for each export that is running ' +
      'or can be downloaded, the access that asked for it is read by up to four calls, ' +
      'unless it is this session; once a day, a session that stays signed in is extended',
  },
  baseUrls: ['auth', 'main'],
});
