import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { LogoutParameters, logoutEndpoint } from '../logout.ts';

export default defineEndpoint({
  ...logoutEndpoint,
  method: 'GET',
  operationId: 'logOut',
  summary: 'Sign the user out',
  description:
    'OpenID Connect RP-Initiated Logout 1.0. Send the user here in a browser. With an id_token ' +
    'of the user in id_token_hint they are signed out of this service at once, otherwise they ' +
    'are asked. Tokens keep working.',
  request: { query: LogoutParameters },
  responses: {
    200: { description: 'A page that asks the user.', body: 'html' },
    303: {
      description: 'To the post_logout_redirect_uri, or to the sign-in page.',
      headers: ['Location'],
    },
  },
  errors: ['unregistered_logout_uri'],
});
