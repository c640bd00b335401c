import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { downloadSecretContext } from '../../data-export.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/account/export/',
  summary: "Start an export of the user's data",
  internal: true,
  auth: 'public',
  request: { form: ProtectedForm },
  responses: {
    303: {
      description: 'To the page, or to the sign-in page if the session has expired.',
      headers: ['Location'],
    },
  },
  errors: ['invalid_form_token', 'unavailable'],
  stores: {
    table: ['get', 'put', 'update'],
    encryption: { encrypts: [downloadSecretContext] },
  },
  storeCalls: {
    max: 10,
    reason:
      'the session is read, and kept for as long as the export; the exports are read and ' +
      'written, and both are repeated after each concurrent change',
  },
  baseUrls: ['auth'],
});
