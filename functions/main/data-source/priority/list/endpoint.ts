import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { priorityTypes } from '../../data-source.ts';
import { dataSourceLimits, maxSourceCalls } from '../../stored-source.ts';
import { PriorityRepresentation } from '../priority.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/data_source_priority/',
  operationId: 'listDataSourcePriorities',
  summary: 'List the data source priorities of the user',
  description: 'Newest first. The first one of each priority type is in effect.',
  auth: 'user',
  scope: 'data_sources.read',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('data_source_priorities', PriorityRepresentation),
    },
  },
  stores: { table: ['query'] },
  storeCalls: {
    max: maxSourceCalls,
    reason: 'all data sources are read, 1 MB at a time',
  },
  maxItems: dataSourceLimits.active * priorityTypes.length,
});
