import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { DataSourceRepresentation } from '../data-source.ts';
import { dataSourceLimits, maxSourceCalls } from '../stored-source.ts';

/** Whether the active data sources are listed, or those that were deactivated. */
const active = z
  ._default(
    z.pipe(
      // Generated clients in PHP send 1 and 0.
      parameter().check(z.regex(/^(?:true|false|[01])$/, 'must be true or false')),
      z.transform((sent: string) => sent === 'true' || sent === '1'),
    ),
    true,
  )
  .check(
    z.meta({
      description: 'False lists the data sources that were deactivated.',
      type: 'boolean',
      default: true,
    }),
  );

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/data_source/',
  operationId: 'listDataSources',
  summary: 'List the data sources of the user',
  description:
    'Sorted by creation date. The active ones are listed, or with `active=false` those that were ' +
    'deactivated.',
  auth: 'user',
  scope: 'data_sources.read',
  request: {
    query: z.object({
      ...Paging,
      device: z
        .optional(parameter())
        .check(z.describe('The id or href of a device, to list its data sources only.')),
      active,
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
  maxItems: dataSourceLimits.total,
});
