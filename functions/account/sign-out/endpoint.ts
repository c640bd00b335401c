import { accountForm, formCalls } from '#functions/account/account-endpoint.ts';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/sign-out/',
  summary: 'Sign out',
  request: { form: ProtectedForm },
  stores: { table: ['get', 'delete'] },
  storeCalls: formCalls(1, 'the session is ended'),
});
