import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { RemoteConnectionRepresentation } from '../remote-connection.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/remoteconnection/',
  versions: ['v7.0', 'v7.1'],
  summary: 'List the remote connections of the user',
  description: 'Those that are in force, in the order in which they were made.',
  auth: 'user',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('remoteconnection', RemoteConnectionRepresentation),
    },
  },
  stores: { table: ['query'] },
});
