import * as z from 'zod/mini';
import { defineEndpoint, mainInterface, notModified } from '#shared/contract/endpoint.ts';
import { Collection, OptionalPaging } from '#shared/hal/paging.ts';
import { ActivityTypeRepresentation } from '../activity-type.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/activity_type/',
  operationId: 'listActivityTypes',
  summary: 'List the activity types',
  description:
    'Returns all activity types unless `limit` or `offset` is sent. The list changes rarely: ' +
    'cache it, and revalidate with its ETag.',
  auth: 'client',
  scope: 'any',
  request: { query: z.object(OptionalPaging) },
  responses: {
    200: {
      description: 'The activity types, or one page of them.',
      body: Collection('activity_types', ActivityTypeRepresentation),
    },
    304: notModified,
  },
  cacheSeconds: 3600,
  baseUrls: ['cdn'],
});
