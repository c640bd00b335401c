import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { Paging } from '#shared/hal/paging.ts';
import { ImportRepresentation } from '../file-import-representation.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/import/{id}/',
  operationId: 'getImport',
  summary: 'Get an import, and what happened to its files',
  description:
    'The state, and a page of the files that were processed so far, in their order. `limit` and ' +
    '`offset` select the page, and the links `next` and `prev` lead to others. Each file links ' +
    'to the entries of the diary that it created, or of which it is a duplicate, if they still ' +
    'exist. A page links to entries of at most 100 days, which `limit=1` never exceeds. While ' +
    'its file is uploaded in parts, `upload` says which are missing, with URLs for an hour.',
  auth: 'user',
  scope: 'diary.read',
  request: { query: z.object(Paging) },
  responses: { 200: { description: 'The import.', body: ImportRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get', 'getEach'], imports: ['put', 'listParts'] },
  storeCalls: {
    max: 4,
    reason:
      'a page of files is in up to two items, and the days of their entries are read; an upload ' +
      'lists its parts instead',
  },
  baseUrls: ['diary'],
});
