import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import {
  incorrectPassword,
  passwordMemory,
  tooManyAttempts,
} from '#functions/auth/sign-in/sign-in.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { deletionActions } from '../deletion-action.ts';

const DeletionForm = z.extend(ProtectedForm, {
  action: z.enum(deletionActions),
  /** The current password. */
  current: FormField,
});

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/account/deletion/',
  summary: 'Delete the account after a pause of 72 hours, or keep it',
  internal: true,
  auth: 'public',
  request: { form: DeletionForm },
  responses: {
    303: {
      description: 'To the same page, or to the sign-in page if the session has expired.',
      headers: ['Location'],
    },
    403: incorrectPassword,
    429: tooManyAttempts,
  },
  errors: ['invalid_form_token'],
  stores: { table: ['get', 'query', 'put', 'update', 'delete'] },
  storeCalls: {
    max: 100,
    reason:
      'the password is verified within rate limits; each session is ended by one write',
  },
  baseUrls: ['auth'],
  memory: passwordMemory,
});
