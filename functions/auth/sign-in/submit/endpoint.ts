import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authInterface } from '#shared/contract/interfaces.ts';
import { FormField } from '../../browser/form-fields.ts';
import { SignInQuery } from '../sign-in.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/sign-in/',
  summary: 'Sign in',
  internal: true,
  auth: 'public',
  request: {
    query: SignInQuery,
    form: z.object({ form_token: FormField, email: FormField, password: FormField }),
  },
  responses: {
    303: {
      description: 'Signed in: to the page that asks for the decision, or that of the account.',
      headers: ['Location'],
    },
    403: { description: 'The page again: the e-mail or the password is not right.', body: 'html' },
    429: {
      description:
        'The page again: there were too many failed attempts, and this one was not looked at.',
      body: 'html',
      headers: ['Retry-After'],
    },
  },
  errors: ['request_expired', 'invalid_form_token'],
  stores: { table: ['get', 'put', 'update', 'delete'] },
  storeCalls: {
    max: 24,
    reason:
      'it reads the request, the sign-in and whether the browser is known, counts the attempt for the account, the network, both together and, under attack, the site (each up to three times where a window begins) and takes it back, starts a session, ends the one that the browser had, remembers the browser, and reads the sign-in once more, unchanged or else it ends the session',
  },
  addresses: ['auth'],
  // argon2id takes 19 MiB and two passes; the share of CPU follows the memory.
  memory: 1024,
});
