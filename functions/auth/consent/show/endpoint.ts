import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authInterface } from '#shared/contract/interfaces.ts';
import { AuthorizationRequestQuery } from '../../authorization-request/authorization-request.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/consent/',
  summary: 'Show the consent page',
  internal: true,
  auth: 'public',
  request: { query: AuthorizationRequestQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description:
        'To the sign-in page, where nobody is signed in; back to the application, where it was allowed before.',
      headers: ['Location'],
    },
    400: { description: 'A page: the request was answered, or is too old.', body: 'html' },
  },
  errors: ['request_expired', 'unknown_client'],
  stores: { table: ['get', 'query', 'put', 'update'] },
  storeCalls: {
    max: 9,
    reason:
      'it reads the request, the session and what the user granted before; where they are not asked again it records the approval and the grant, and reads the session and the grants once more and the application, without which it takes its own back',
  },
  addresses: ['main', 'auth'],
});
