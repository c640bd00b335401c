import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, parameter } from '#shared/contract/schema.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/oauth2/connection/',
  hasCollection: false,
  operationId: 'revokeAccess',
  summary: "Revoke an application's access",
  description:
    "Revokes all grants of the token's user to the token's application. Its tokens, including " +
    'this one, stop working within 60 seconds. Repeating the request within that time returns ' +
    '204 again. Users revoke other applications on their account page.',
  auth: 'user',
  scope: 'any',
  request: {
    query: z.object({
      user_id: described(
        parameter(),
        'The id of the user of the token, or `self`.',
        'self',
      ),
      client_id: described(
        parameter(),
        'The id of the application of the token.',
        '01k9wq3d5g',
      ),
    }),
  },
  responses: { 204: { description: 'The application has no access any more.' } },
  errors: ['not_found'],
  stores: { table: ['get', 'query', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 52,
    reason:
      'the grants are queried, 100 of them are revoked by one transaction, and a second query ' +
      'finds no more',
  },
  examples: [
    {
      summary: 'Revoke the access of an application',
      query: { user_id: 'self', client_id: '01k9wq3d5g' },
      status: 204,
    },
  ],
});
