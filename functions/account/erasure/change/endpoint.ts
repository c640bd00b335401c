import * as z from 'zod/mini';
import { accountForm } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const DeletionForm = z.extend(ProtectedForm, {
  action: z.enum(['delete', 'keep']),
  /** The current password. */
  current: FormField,
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/deletion/',
  summary: 'Delete the account after a pause of 72 hours, or keep it',
  request: { form: DeletionForm },
  responses: { ...accountForm.responses, ...passwordResponses },
  stores: { table: ['get', 'query', 'put', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 100,
    reason:
      'the password is verified within rate limits; one transaction ends 100 sessions',
  },
  memory: passwordMemory,
});
