import * as z from 'zod/mini';
import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { Collection, OptionalPaging } from '#shared/hal/paging.ts';
import { ActivityTypeRepresentation } from '../activity-type.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/activity_type/',
  summary: 'List the activity types',
  description:
    'The whole catalogue in one answer, which changes rarely: keep it, and ask again with its ETag. With `limit` or ' +
    '`offset` one page of it.',
  auth: 'client',
  request: { query: z.object(OptionalPaging) },
  responses: {
    200: {
      description: 'The catalogue, or one page of it.',
      body: Collection('activity_types', ActivityTypeRepresentation),
    },
    304: notModified,
  },
  cacheSeconds: 3600,
  addresses: ['cdn'],
});
