import * as z from 'zod/mini';
import { accountForm } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const PasswordForm = z.extend(ProtectedForm, {
  /** The current password. */
  current: FormField,
  /** The new password. */
  next: FormField,
  /** The new password again. */
  repeated: FormField,
  /** Not empty if the access of all applications is to be revoked. */
  end_grants: FormField,
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/password/',
  summary: 'Change the password',
  request: { form: PasswordForm },
  responses: {
    ...accountForm.responses,
    400: { description: 'The same page: the new password is invalid.', body: 'html' },
    ...passwordResponses,
  },
  stores: { table: ['get', 'query', 'put', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 100,
    reason:
      'the password is verified within rate limits; one transaction ends 100 sessions, forgets ' +
      '100 devices or revokes 100 grants',
  },
  memory: passwordMemory,
});
