import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authInterface } from '#shared/contract/interfaces.ts';
import { AuthorizationQuery } from './parameters.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/authorize/',
  summary: 'Ask a user to authorize an application',
  description:
    'Send the user here in a browser. They sign in and decide, and come back to the redirect_uri with a code, or with an error, and with the state and iss.',
  auth: 'public',
  request: { query: AuthorizationQuery },
  responses: {
    303: {
      description: 'To the page that asks the user, or back with an error.',
      headers: ['Location'],
    },
  },
  errors: ['unknown_client', 'unregistered_redirect_uri'],
  stores: { table: ['get', 'put'] },
  storeCalls: {
    max: 2,
    reason: 'it reads the application and keeps the request until the user has decided',
  },
  addresses: ['main', 'auth'],
});
