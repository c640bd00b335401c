import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { RemoteConnectionRepresentation } from '../remote-connection-representation.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnection/{id}/',
  operationId: 'getRemoteConnection',
  summary: 'Get a remote connection',
  auth: 'user',
  scope: 'connections.read',
  responses: {
    200: { description: 'The remote connection.', body: RemoteConnectionRepresentation },
  },
  errors: ['not_found'],
  stores: { table: ['get'] },
});
