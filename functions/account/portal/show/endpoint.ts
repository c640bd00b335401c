import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/account-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { maxOwnClients } from '#functions/auth/client/client.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/portal/',
  summary: 'Show the applications of the user, or one of them',
  request: { query: z.object({ id: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    6 + maxOwnClients,
    'the list of ids is read, and each application; or the users of one are counted, and its ' +
      'use, limits, logos and webhooks are read',
  ),
  baseUrls: ['auth', 'main'],
  settings: [...accountPage.settings, 'registration'],
});
