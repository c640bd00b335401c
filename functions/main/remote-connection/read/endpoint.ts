import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { RemoteConnectionRepresentation } from '../remote-connection.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/remoteconnection/{id}/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Read a remote connection',
  auth: 'user',
  responses: {
    200: { description: 'The remote connection.', body: RemoteConnectionRepresentation },
  },
  errors: ['not_found'],
  stores: { table: ['get'] },
});
