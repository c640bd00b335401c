import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { SendLinkQuery } from '../send-link.ts';

const SendLinkForm = z.extend(ProtectedForm, { email: FormField });

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/send-link/',
  summary: 'Send a link by mail',
  internal: true,
  auth: 'public',
  request: { query: SendLinkQuery, form: SendLinkForm },
  responses: {
    303: {
      description: 'To the same page, whether or not mail was sent.',
      headers: ['Location'],
    },
    400: {
      description: 'The same page: the text is not an email address.',
      body: 'html',
    },
    429: {
      description: 'The same page: too many requests for this address or network.',
      body: 'html',
      headers: ['Retry-After'],
    },
  },
  errors: ['sign_up_closed', 'recovery_unavailable', 'invalid_form_token'],
  stores: { table: ['get', 'put', 'update'] },
  storeCalls: {
    // 3 reads, 4 limits with 3 writes each, and the link.
    max: 16,
    reason: 'the request is counted in up to 4 rate limits, and the link is stored',
  },
  baseUrls: ['auth'],
  settings: ['signUp', 'mailFrom'],
});
