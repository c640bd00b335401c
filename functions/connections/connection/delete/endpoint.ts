import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/remoteconnection/{id}/',
  operationId: 'deleteRemoteConnection',
  summary: 'Revoke a remote connection',
  description:
    'Deletes the connection at once, which ends its imports. Its provider tokens are revoked at ' +
    'the provider asynchronously, with retries. The imported diary entries and measurements ' +
    'stay unless `delete_entries` is `true`, which needs the scope `diary.write` as well, or ' +
    'the terms of the provider require that they are deleted (Strava). Entries that the user ' +
    'has edited stay in any case. Repeating the request returns 404.',
  auth: 'user',
  scope: 'connections.write',
  request: {
    query: z.object({
      delete_entries: z
        .optional(z.enum(['true', 'false']))
        .check(
          z.describe(
            'Whether to delete the imported measurements, and the diary entries that the user ' +
              'has not edited. Needs `diary.write`, and a provider whose entries the ' +
              'application may see. Defaults to `false`.',
          ),
        ),
    }),
  },
  responses: { 204: { description: 'The remote connection is revoked.' } },
  errors: ['not_found', 'entries_hidden'],
  stores: { table: ['get', 'put', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 2,
    reason:
      'the connection is read, because it names the account that a transaction releases with it',
  },
});
