import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { downloadSecretContext } from '../../data-export.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/export/',
  summary: "Start an export of the user's data",
  request: { form: ProtectedForm },
  errors: [...accountForm.errors, 'unavailable'],
  stores: {
    table: ['get', 'put', 'update'],
    encryption: { encrypts: [downloadSecretContext] },
  },
  storeCalls: formCalls(
    9,
    'the session is kept for as long as the export; the exports are read and written, both ' +
      'again after each concurrent change',
  ),
});
