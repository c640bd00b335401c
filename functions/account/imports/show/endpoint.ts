import * as z from 'zod/mini';
import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { Paging } from '#shared/hal/paging.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/imports/',
  summary: 'Show the imports of files',
  request: { query: z.object({ offset: Paging.offset }) },
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 7,
    reason:
      'the session and the profile are read, and all imports, 1 MB at a time; once a day, a ' +
      'session that stays signed in is extended',
  },
});
