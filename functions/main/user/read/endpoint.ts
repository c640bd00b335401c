import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { UserRepresentation } from '../user.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/user/{id}/',
  hasCollection: false,
  summary: 'Read the user of the token',
  description:
    'The id is that of the user who granted the token, or self. The token of an application reads its own principal.',
  auth: 'client',
  responses: { 200: { description: 'The user.', body: UserRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  examples: [{ summary: 'The user of the token', params: { id: 'self' }, status: 200 }],
});
