import * as z from 'zod/mini';
import { accountForm } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { securityActions } from '../security.page.ts';

const SecurityForm = z.extend(ProtectedForm, {
  action: z.enum(securityActions),
  /** The id of the session or of the trusted device. */
  id: FormField,
  /** The new email. */
  email: FormField,
  /** The current password. */
  current: FormField,
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/security/',
  summary: 'Change the email, or sign out browsers',
  request: { form: SecurityForm },
  responses: {
    ...accountForm.responses,
    400: {
      description:
        'The same page: the new email is not an email address, or is the current one.',
      body: 'html',
    },
    ...passwordResponses,
  },
  errors: [...accountForm.errors, 'recovery_unavailable'],
  stores: { table: ['get', 'query', 'put', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 100,
    reason:
      'the password is verified within rate limits; one transaction ends 100 sessions or ' +
      'forgets 100 devices',
  },
  settings: [...accountForm.settings, 'mailFrom'],
  memory: passwordMemory,
});
