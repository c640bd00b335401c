import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { RemoteConnectionTypeRepresentation } from '../remote-connection-type.ts';

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/remoteconnectiontype/{id}/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Read a remote connection type',
  auth: 'client',
  responses: {
    200: { description: 'The remote connection type.', body: RemoteConnectionTypeRepresentation },
    304: notModified,
  },
  errors: ['not_found'],
  cacheSeconds: 3600,
  examples: [{ summary: 'Garmin Connect', params: { id: '1' }, status: 200 }],
});
