import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { passwordMemory, SignInQuery, tooManyAttempts } from './sign-in.ts';

const SignInForm = z.extend(ProtectedForm, {
  email: FormField,
  password: FormField,
  /** Not empty if the person chooses to stay signed in. */
  stay_signed_in: FormField,
});

/** The endpoints of the function for the sign-in page and its form. */
export default {
  show: defineEndpoint({
    ...authPage,
    method: 'GET',
    path: '/oauth2/sign-in/',
    summary: 'Show the sign-in page',
    request: { query: SignInQuery },
    responses: {
      200: { description: 'The page.', body: 'html' },
      303: {
        description: 'To the page of the account if somebody is signed in already.',
        headers: ['Location'],
      },
    },
    errors: ['request_expired'],
    stores: { table: ['get'] },
    storeCalls: {
      max: 3,
      reason: 'the destination is read, or the session, the profile and the erasure',
    },
    baseUrls: ['auth'],
    settings: [...authPage.settings, 'signUp', 'mailFrom'],
    examples: [
      {
        summary: 'Sign in to manage the account',
        query: { continue: 'account', request: '' },
        status: 200,
      },
    ],
  }),

  submit: defineEndpoint({
    ...authPage,
    method: 'POST',
    path: '/oauth2/sign-in/',
    summary: 'Sign in',
    request: { query: SignInQuery, form: SignInForm },
    responses: {
      200: {
        description: 'A page which says that the sign-in has cancelled an erasure.',
        body: 'html',
      },
      303: {
        description:
          'To the consent page, an account page, or the page of a connect request; first to the ' +
          'page that asks for the consent to process health data, if it is missing.',
        headers: ['Location'],
      },
      403: { description: 'The same page: incorrect email or password.', body: 'html' },
      429: tooManyAttempts,
    },
    errors: ['request_expired', 'invalid_form_token'],
    stores: { table: ['get', 'put', 'update', 'delete'] },
    storeCalls: {
      // 5 reads, 4 limits with 3 writes and a refund each, 8 calls to start the session, and 3 to
      // cancel an erasure.
      max: 32,
      reason:
        'the password is verified within up to 4 rate limits, and a session is started',
    },
    baseUrls: ['auth'],
    settings: [...authPage.settings, 'signUp', 'mailFrom'],
    memory: passwordMemory,
  }),
};
