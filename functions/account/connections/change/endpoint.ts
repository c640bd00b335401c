import * as z from 'zod/mini';
import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const ConnectionForm = z.extend(ProtectedForm, {
  /** The id of the connection. */
  connection: FormField,
  action: z.enum(['sync', 'disconnect', 'disconnect_and_delete']),
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/connections/',
  summary: 'Synchronize or disconnect a connection',
  request: { form: ConnectionForm },
  stores: { table: ['get', 'put', 'update', 'delete', 'transact'] },
  storeCalls: formCalls(
    3,
    'one transaction requests a sync, or the connection is read and removed, and the data ' +
      'policy says what becomes of its workouts',
  ),
});
