import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { LogoForm } from '../logo.page.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/portal/logo/',
  summary: 'Replace or delete the logo of an application of the user',
  request: { multipart: LogoForm },
  responses: {
    ...accountForm.responses,
    400: { description: 'The same page, which names the problem.', body: 'html' },
  },
  errors: [...accountForm.errors, 'not_found'],
  stores: { table: ['get', 'put', 'update', 'delete', 'transact'] },
  storeCalls: formCalls(
    5,
    'the application and its logo are read, one transaction writes it, and the result is read',
  ),
  settings: [...accountForm.settings, 'registration'],
});
