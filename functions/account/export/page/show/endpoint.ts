import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { downloadSecretContext, maxOpenExports } from '../../data-export.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/export/',
  summary: "Show the exports of the user's data",
  stores: { table: ['get', 'update'], encryption: { decrypts: [downloadSecretContext] } },
  storeCalls: pageCalls(
    1 + 4 * maxOpenExports,
    'the exports are read; for each that is running or can be downloaded, the access that ' +
      'asked for it is read by up to four calls, unless it is this session',
  ),
  baseUrls: ['auth', 'main'],
});
