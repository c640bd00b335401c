import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/import/upload/',
  summary: 'Show the form that uploads a large file, and start its import afterwards',
  request: { query: z.object({ id: z._default(parameter(), '') }) },
  responses: {
    ...accountPage.responses,
    303: {
      description:
        'To the imports once the file is there, or to the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get', 'update', 'transact'], imports: ['read', 'put'] },
  storeCalls: pageCalls(
    3,
    'the import is read, and whether its file is there; then the import is started',
  ),
});
