import { AuthorizationRequestQuery } from '#functions/auth/authorize/authorization.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...authPage,
  method: 'GET',
  path: '/oauth2/consent/',
  summary: 'Show the consent page',
  request: { query: AuthorizationRequestQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description:
        'To the sign-in page, or to the redirect_uri if the consent is remembered.',
      headers: ['Location'],
    },
    400: {
      description: 'A page: the request was decided before, or has expired.',
      body: 'html',
    },
  },
  errors: ['request_expired', 'unknown_client', 'unregistered_redirect_uri'],
  stores: {
    table: ['get', 'query', 'put', 'update', 'delete', 'transact'],
  },
  storeCalls: {
    max: 15,
    reason:
      'the request, its client, the session and the profile are read; a remembered consent is ' +
      'found, approved as on the page, and checked again; a session that stays signed in is ' +
      'extended; the client of a metadata document is counted, read and stored',
  },
  // The document of a client can take 5 seconds.
  timeout: 15,
  baseUrls: ['main', 'auth'],
});
