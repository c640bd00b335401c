import * as z from 'zod/mini';
import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { PrivacyQuery, privacyActions } from '../privacy.page.ts';

const PrivacyForm = z.extend(ProtectedForm, {
  action: z.enum(privacyActions),
  /** `yes` if the person consents to the processing of health data. */
  health_consent: FormField,
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/privacy/',
  summary: 'Pause or resume the processing, give or withdraw the consent',
  request: { query: PrivacyQuery, form: PrivacyForm },
  responses: {
    ...accountForm.responses,
    400: { description: 'The same page: the consent is missing.', body: 'html' },
  },
  stores: { table: ['get', 'update'] },
  storeCalls: formCalls(2, 'the profile is written, and read if that fails'),
});
