import { accountPage } from '#functions/account/account-endpoint.ts';
import { maxSourceCalls } from '#functions/main/data-source/data-source.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/devices/',
  summary: 'Show the devices and which ones are preferred',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 3 + maxSourceCalls,
    reason:
      'the session and the profile are read, and the data sources in pages of at most 1 ' +
      'MB; once a day, a session that stays signed in is extended',
  },
});
