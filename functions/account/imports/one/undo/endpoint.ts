import * as z from 'zod/mini';
import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/import/',
  summary: 'Undo an import of files',
  request: { form: z.extend(ProtectedForm, { id: FormField }) },
  stores: { table: ['get', 'update'] },
  storeCalls: formCalls(1, 'the import is changed'),
});
