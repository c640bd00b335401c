import * as z from 'zod/mini';
import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { PriorityType } from '#functions/main/data-source/data-source.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const PreferenceForm = z.extend(ProtectedForm, {
  /** The id of the data source. */
  data_source: FormField,
  priority_type: PriorityType,
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/devices/',
  summary: 'Prefer a device',
  request: { form: PreferenceForm },
  errors: [...accountForm.errors, 'not_found'],
  stores: { table: ['get', 'update'] },
  storeCalls: formCalls(1, 'the data source is updated'),
});
