import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { minRequestInterval } from '../remote-connection.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/remoteconnection/{id}/sync/',
  operationId: 'syncRemoteConnection',
  summary: 'Import new workouts now',
  description:
    'Starts an import in the background, which also takes place regularly without a request. ' +
    '`last_sync_time` of the connection changes when the import is complete. An import can be ' +
    `requested every ${minRequestInterval} seconds.`,
  auth: 'user',
  scope: 'connections.write',
  responses: { 202: { description: 'The import starts.' } },
  errors: ['not_found', 'too_many_requests'],
  stores: { table: ['update', 'put', 'transact'] },
});
