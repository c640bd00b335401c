import * as z from 'zod/mini';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { LogoutParameters, logoutEndpoint } from './logout.ts';

/** The endpoints of the function for the sign-out by applications: its page and its form. */
export default {
  show: defineEndpoint({
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
  }),

  submit: defineEndpoint({
    ...logoutEndpoint,
    method: 'POST',
    summary: 'Sign the user out by a form',
    description:
      'The same as GET, with the parameters in a form. Our own page sends one, too.',
    request: { form: z.extend(ProtectedForm, LogoutParameters.shape) },
    responses: {
      303: {
        description:
          'To the same request by GET or, from our own page, to the post_logout_redirect_uri.',
        headers: ['Location'],
      },
    },
    errors: ['unregistered_logout_uri', 'invalid_form_token'],
  }),
};
