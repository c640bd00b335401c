import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { PriorityType } from '#functions/main/data-source/data-source.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';

const PreferenceForm = z.extend(ProtectedForm, {
  /** The id of the data source. */
  data_source: FormField,
  priority_type: PriorityType,
});

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/account/devices/',
  summary: 'Prefer a device',
  internal: true,
  auth: 'public',
  request: { form: PreferenceForm },
  responses: {
    303: {
      description: 'To the page, or to the sign-in page if the session has expired.',
      headers: ['Location'],
    },
  },
  errors: ['invalid_form_token', 'not_found'],
  stores: { table: ['get', 'update'] },
  storeCalls: {
    max: 2,
    reason: 'the session is read, and the data source is updated',
  },
  baseUrls: ['auth'],
});
