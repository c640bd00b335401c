import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import {
  DataSourceRepresentation,
  dataSourceLimits,
  maxSourceCalls,
} from '../data-source.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/data_source/',
  operationId: 'listDataSources',
  summary: 'List the active data sources of the user',
  description: 'Sorted by creation date. Inactive data sources are not listed.',
  auth: 'user',
  scope: 'data_sources.read',
  request: {
    query: z.object({
      ...Paging,
      device: z
        .optional(parameter())
        .check(z.describe('The id or href of a device, to list its data sources only.')),
    }),
  },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('data_sources', DataSourceRepresentation),
    },
  },
  stores: { table: ['query'] },
  storeCalls: {
    max: maxSourceCalls,
    reason: 'all data sources are read, 1 MB at a time',
  },
  maxItems: dataSourceLimits.active,
});
