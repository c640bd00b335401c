import {
  allHosts,
  authInterface,
  authPage,
  defineEndpoint,
} from '#shared/contract/endpoint.ts';
import { AuthorizationQuery } from './parameters.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/authorize/',
  operationId: 'authorize',
  summary: 'Authorize an application',
  description:
    'Send the user here in a browser. They sign in, allow or deny access, and are redirected to ' +
    'the redirect_uri with a code or an error, and with state and iss. An error in the request ' +
    'of an application that the operator has neither approved nor pinned is a page.',
  auth: 'public',
  settings: [...authPage.settings, 'metadataClients'],
  request: { query: AuthorizationQuery },
  responses: {
    303: {
      description: 'To the consent page, or to the redirect_uri with an error.',
      headers: ['Location'],
    },
  },
  errors: ['unknown_client', 'unregistered_redirect_uri', 'authorization_refused'],
  stores: { table: ['get', 'put'] },
  storeCalls: {
    max: 3,
    reason:
      'the client is read, and the grant of an id_token_hint, or the request that is repeated; ' +
      'the request is stored for the consent page',
  },
  baseUrls: allHosts,
});
