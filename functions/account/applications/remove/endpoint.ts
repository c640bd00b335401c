import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

const RemovalForm = z.extend(ProtectedForm, { client_id: FormField });

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/account/applications/',
  summary: "Revoke an application's access",
  internal: true,
  auth: 'public',
  request: { form: RemovalForm },
  responses: {
    303: {
      description: 'To the same page, or to the sign-in page.',
      headers: ['Location'],
    },
  },
  errors: ['invalid_form_token'],
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 100,
    reason: 'the session is read, and each grant of the client is revoked by one write',
  },
  baseUrls: ['auth'],
});
