import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Paging } from '#shared/hal/paging.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/import/',
  summary: 'Show what happened to the files of an import',
  request: {
    query: z.object({ id: z._default(parameter(), ''), offset: Paging.offset }),
  },
  stores: { table: ['get', 'update'] },
  storeCalls: pageCalls(3, 'the import and up to two items with its files are read'),
});
