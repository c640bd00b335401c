import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/remoteconnection/{id}/',
  summary: 'Revoke a remote connection',
  description:
    'The connection is gone at once, and with it every token of the provider that the service held for it. ' +
    'Once more is 404. The provider is told afterwards, and told again where it does not answer.',
  auth: 'user',
  responses: { 204: { description: 'The remote connection is revoked.' } },
  errors: ['not_found'],
  stores: { table: ['delete'] },
});
