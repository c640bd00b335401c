import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { maxListed } from '../file-import.ts';
import { ImportRepresentation } from '../file-import-representation.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/import/',
  operationId: 'listImports',
  summary: 'List the imports of files',
  description:
    'Newest first, those of all applications and of the user. An import that was undone is gone.',
  auth: 'user',
  scope: 'diary.read',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('import', ImportRepresentation),
    },
  },
  stores: { table: ['query'] },
  storeCalls: { max: 4, reason: 'all imports are read, 1 MB at a time' },
  maxItems: maxListed,
});
