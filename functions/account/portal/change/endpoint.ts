import { accountForm } from '#functions/account/form-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { PortalForm } from '../action-form.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/portal/',
  summary: 'Register, change or delete an application of the user',
  request: { form: PortalForm },
  responses: {
    ...accountForm.responses,
    200: {
      description: 'The page of the application with its new secret.',
      body: 'html',
    },
    400: { description: 'The same page, which names all problems.', body: 'html' },
  },
  errors: [...accountForm.errors, 'not_found'],
  stores: { table: ['get', 'getEach', 'query', 'put', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 1100,
    reason:
      'the session, the profile and the application are read; a deletion revokes 1,000 grants at ' +
      'most, and more if it is repeated',
  },
  baseUrls: ['auth', 'main'],
  settings: [...accountForm.settings, 'registration'],
  timeout: 29,
});
