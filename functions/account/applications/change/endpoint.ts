import * as z from 'zod/mini';
import { accountForm } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { ChoiceFields } from '#functions/auth/data-policy/choice-fields.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const ChangeForm = z.extend(ProtectedForm, {
  ...ChoiceFields.shape,
  client_id: FormField,
  /** The grant of one installation, of several with the same client id. */
  grant_id: FormField,
  /** Absent for the interfaces. */
  audience: z.optional(z.literal('mcp')),
  action: z._default(z.enum(['revoke', 'choose_providers']), 'revoke'),
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/applications/',
  summary: "Change or revoke an application's access",
  request: { form: ChangeForm },
  stores: { table: ['get', 'query', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 100,
    reason:
      'the session and the profile are read; the grants are queried, 100 of them are changed ' +
      'by one transaction, and a second query finds no more',
  },
});
