import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/import/upload/',
  summary: 'Begin to import a large file of the user',
  request: { form: ProtectedForm },
  stores: { table: ['get', 'put', 'update', 'transact'] },
  storeCalls: formCalls(1, 'the import is stored'),
});
