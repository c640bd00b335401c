import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { UserRepresentation } from '../user.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/user/{id}/',
  hasCollection: false,
  operationId: 'getUser',
  summary: 'Get the current user',
  description:
    'The id of the user who granted the token, or `self`. For a token of an application, the ' +
    'user is its service principal.',
  auth: 'client',
  scope: 'profile.read',
  responses: { 200: { description: 'The user.', body: UserRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
  examples: [{ summary: 'The current user', params: { id: 'self' }, status: 200 }],
});
