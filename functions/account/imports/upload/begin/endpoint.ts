import { accountForm } from '#functions/account/account-endpoint.ts';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/import/upload/',
  summary: 'Begin to import a large file of the user',
  request: { form: ProtectedForm },
  stores: { table: ['get', 'put', 'update', 'transact'] },
  storeCalls: {
    max: 3,
    reason: 'the session and the profile are read, and the import is stored',
  },
});
