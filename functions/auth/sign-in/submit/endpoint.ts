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
      description: 'To the consent page, or to the account page.',
      headers: ['Location'],
    },
    403: { description: 'The same page: incorrect email or password.', body: 'html' },
    429: {
      description: 'The same page: too many failed attempts, so this one was not checked.',
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
