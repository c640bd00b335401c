import * as z from 'zod/mini';
import { accountForm } from '#functions/account/account-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/applications/',
  summary: "Revoke an application's access",
  request: { form: z.extend(ProtectedForm, { client_id: FormField }) },
  stores: { table: ['get', 'query', 'update', 'transact'] },
  storeCalls: {
    max: 100,
    reason:
      'the session and the profile are read; the grants are queried, 100 of them are revoked ' +
      'by one transaction, and a second query finds no more',
  },
});
