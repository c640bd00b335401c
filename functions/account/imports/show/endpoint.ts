import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { Paging } from '#shared/hal/paging.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/imports/',
  summary: 'Show the imports of files',
  request: { query: z.object({ offset: Paging.offset }) },
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(4, 'all imports are read, 1 MB at a time'),
});
