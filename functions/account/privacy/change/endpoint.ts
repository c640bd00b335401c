import * as z from 'zod/mini';
import { accountForm } from '#functions/account/account-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { SignInQuery } from '#functions/auth/sign-in/sign-in.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { privacyActions } from '../privacy.page.ts';

const PrivacyForm = z.extend(ProtectedForm, {
  action: z.enum(privacyActions),
  /** `yes` if the person consents to the processing of health data. */
  health_consent: FormField,
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/privacy/',
  summary: 'Pause or resume the processing, give or withdraw the consent',
  request: { query: SignInQuery, form: PrivacyForm },
  responses: {
    ...accountForm.responses,
    400: { description: 'The same page: the consent is missing.', body: 'html' },
  },
  errors: [...accountForm.errors, 'request_expired'],
  stores: { table: ['get', 'update'] },
  storeCalls: {
    max: 5,
    reason:
      'the session, the profile and the authorization request are read; the profile is written, ' +
      'and read if that fails',
  },
});
