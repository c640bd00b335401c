import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

const ConnectionForm = z.extend(ProtectedForm, {
  /** The id of the connection. */
  connection: FormField,
  action: z.enum(['sync', 'disconnect', 'disconnect_and_delete']),
});

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/account/connections/',
  summary: 'Synchronize or disconnect a connection',
  internal: true,
  auth: 'public',
  request: { form: ConnectionForm },
  responses: {
    303: {
      description: 'To the same page, or to the sign-in page.',
      headers: ['Location'],
    },
  },
  errors: ['invalid_form_token'],
  stores: { table: ['get', 'put', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 3,
    reason:
      'the session is read; one transaction requests a sync, or the connection is read and removed',
  },
  baseUrls: ['auth'],
});
