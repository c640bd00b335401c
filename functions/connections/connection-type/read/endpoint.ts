import { defineEndpoint, mainInterface, notModified } from '#shared/contract/endpoint.ts';
import { RemoteConnectionTypeRepresentation } from '../remote-connection-type.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnectiontype/{id}/',
  operationId: 'getRemoteConnectionType',
  summary: 'Get a remote connection type',
  auth: 'client',
  scope: 'any',
  responses: {
    200: {
      description: 'The remote connection type.',
      body: RemoteConnectionTypeRepresentation,
    },
    304: notModified,
  },
  errors: ['not_found'],
  cacheSeconds: 3600,
  examples: [{ summary: 'Garmin Connect', params: { id: '1' }, status: 200 }],
});
