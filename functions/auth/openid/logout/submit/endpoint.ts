import * as z from 'zod/mini';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { LogoutParameters, logoutEndpoint } from '../logout.ts';

export default defineEndpoint({
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
});
