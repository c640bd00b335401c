import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import {
  incorrectPassword,
  passwordMemory,
  tooManyAttempts,
} from '#functions/auth/sign-in/sign-in.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { securityActions } from '../security-action.ts';

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
  ...authInterface,
  method: 'POST',
  path: '/oauth2/account/security/',
  summary: 'Change the email, or sign out browsers',
  internal: true,
  auth: 'public',
  request: { form: SecurityForm },
  responses: {
    303: {
      description: 'To the same page, or to the sign-in page if the session has expired.',
      headers: ['Location'],
    },
    400: {
      description:
        'The same page: the new email is not an email address, or is the current one.',
      body: 'html',
    },
    403: incorrectPassword,
    429: tooManyAttempts,
  },
  errors: ['invalid_form_token', 'recovery_unavailable'],
  stores: { table: ['get', 'query', 'put', 'update', 'delete'] },
  storeCalls: {
    max: 100,
    reason:
      'the password is verified within rate limits; each session is ended by one write',
  },
  baseUrls: ['auth'],
  settings: ['mailFrom'],
  memory: passwordMemory,
});
