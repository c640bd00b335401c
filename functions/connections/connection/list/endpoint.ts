import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { maxRemoteConnections } from '../remote-connection.ts';
import { RemoteConnectionRepresentation } from '../remote-connection-representation.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnection/',
  operationId: 'listRemoteConnections',
  summary: 'List the remote connections of the user',
  description: 'The active connections, oldest first.',
  auth: 'user',
  scope: 'connections.read',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('remoteconnection', RemoteConnectionRepresentation),
    },
  },
  stores: { table: ['query'] },
  storeCalls: {
    max: 2,
    reason:
      'a second page of 1 MB is read only if the connections have many workouts to look at again',
  },
  maxItems: maxRemoteConnections,
});
