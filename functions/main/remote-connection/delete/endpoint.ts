import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/remoteconnection/{id}/',
  operationId: 'deleteRemoteConnection',
  summary: 'Revoke a remote connection',
  description:
    'Deletes the connection and its stored provider tokens at once. Repeating the request ' +
    'returns 404. The tokens are then revoked at the provider asynchronously, with retries.',
  auth: 'user',
  scope: 'connections.write',
  responses: { 204: { description: 'The remote connection is revoked.' } },
  errors: ['not_found'],
  stores: { table: ['delete'] },
});
