import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/account/sign-out/',
  summary: 'Sign out',
  internal: true,
  auth: 'public',
  request: { form: ProtectedForm },
  responses: { 303: { description: 'To the sign-in page.', headers: ['Location'] } },
  errors: ['invalid_form_token'],
  stores: { table: ['get', 'delete'] },
  storeCalls: { max: 2, reason: 'the session is read and then ended' },
  baseUrls: ['auth'],
});
