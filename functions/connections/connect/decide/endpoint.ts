import * as z from 'zod/mini';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { ConnectRequestQuery } from '../connect-request.ts';

const ContinueForm = z.extend(ProtectedForm, {
  decision: z.enum(['continue', 'cancel']),
});

export default defineEndpoint({
  ...authPage,
  method: 'POST',
  path: '/connect/continue/',
  summary: 'Continue to a provider, or cancel',
  request: { query: ConnectRequestQuery, form: ContinueForm },
  responses: {
    200: { description: 'A page: nothing was connected.', body: 'html' },
    303: {
      description: 'To the provider, back to the application, or to the sign-in page.',
      headers: ['Location'],
    },
  },
  errors: ['request_expired', 'invalid_form_token'],
  stores: { table: ['get', 'update'] },
  storeCalls: {
    max: 4,
    reason:
      'the request, the session and the profile are read, and then the client at the provider; ' +
      'or the request is marked as used',
  },
  baseUrls: ['auth'],
});
