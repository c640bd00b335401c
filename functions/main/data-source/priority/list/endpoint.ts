import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { PriorityRepresentation } from '../priority.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/data_source_priority/',
  versions: ['v7.0', 'v7.1'],
  summary: 'List the data source priorities of the user',
  description: 'Newest first: for each kind of data, the first one listed is in force.',
  auth: 'user',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('data_source_priorities', PriorityRepresentation),
    },
  },
  stores: { table: ['query'] },
});
