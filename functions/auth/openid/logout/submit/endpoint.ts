import * as z from 'zod/mini';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { authInterface, authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { LogoutParameters } from '../logout.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/openid/logout/',
  summary: 'Sign the user out by a form',
  description:
    'The same as GET, with the parameters in a form. Our own page sends one, too.',
  auth: 'public',
  settings: authPage.settings,
  request: { form: z.extend(ProtectedForm, LogoutParameters.shape) },
  responses: {
    303: {
      description:
        'To the same request by GET or, from our own page, to the post_logout_redirect_uri.',
      headers: ['Location'],
    },
  },
  errors: ['unregistered_redirect_uri', 'invalid_form_token'],
  stores: { table: ['get', 'delete'] },
  storeCalls: {
    max: 5,
    reason:
      'the session, the profile, the grant of the id_token and the client are read; the session ' +
      'is ended',
  },
  baseUrls: ['auth'],
});
