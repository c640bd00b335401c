import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';
import { authInterface, authPage } from '#shared/contract/endpoint.ts';
import { described } from '#shared/contract/schema.ts';

/** The parameters of a logout request (OpenID Connect RP-Initiated Logout 1.0 section 2). */
export const LogoutParameters = z.object({
  id_token_hint: described(
    FormField,
    'An id_token of the user, even an expired one. Without it the user is asked.',
  ),
  client_id: described(FormField, 'The id of the application.', '01k9wq3d5g'),
  post_logout_redirect_uri: described(
    FormField,
    'Where the user continues: registered for the application, character for character.',
    'https://app.example/signed-out',
  ),
  state: described(FormField, 'Returned unchanged to the post_logout_redirect_uri.'),
});
export type LogoutParameters = z.output<typeof LogoutParameters>;

/** The members that both methods share. */
export const logoutEndpoint = {
  ...authInterface,
  path: '/openid/logout/',
  auth: 'public',
  settings: authPage.settings,
  stores: { table: ['get', 'delete'] },
  storeCalls: {
    max: 5,
    reason:
      'the session, the profile, the grant of the id_token and the client are read; the session ' +
      'is ended',
  },
  baseUrls: ['auth'],
} as const;

/** The binding of the form that asks whether the person wants to sign out. */
export const logoutForm = { purpose: 'logout', reference: '' } as const;
