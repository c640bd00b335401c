import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { SettingsForm } from '../settings-form.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/settings/',
  summary: "Change the user's name and settings",
  request: { form: SettingsForm },
  responses: {
    ...accountForm.responses,
    400: { description: 'The same page, which names all problems.', body: 'html' },
  },
  stores: { table: ['get', 'update', 'transact'] },
  storeCalls: formCalls(
    1,
    'one transaction changes the profile and the username of the credentials',
  ),
});
