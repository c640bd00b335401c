import * as z from 'zod/mini';
import { accountPage } from '#functions/account/account-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { maxOwnClients } from '#functions/auth/client/own-client.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/portal/',
  summary: 'Show the applications of the user, or one of them',
  request: { query: z.object({ id: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 9 + maxOwnClients,
    reason:
      'the session, the profile and the list of ids are read, and each application; or the users ' +
      'of one are counted, and its use, limits, logos and webhooks are read; once a day, a ' +
      'session that stays signed in is extended',
  },
  baseUrls: ['auth', 'main'],
  settings: [...accountPage.settings, 'registration'],
});
