import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnectiontype/{id}/connect/',
  operationId: 'connectRemoteConnectionType',
  summary: 'Connect an account',
  description: 'A web page that explains how to connect an account of this type.',
  auth: 'public',
  responses: { 200: { description: 'The page.', body: 'html' } },
  errors: ['not_found'],
  errorShape: 'page',
  examples: [{ summary: 'Garmin Connect', params: { id: '1' }, status: 200 }],
});
