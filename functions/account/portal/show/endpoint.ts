import * as z from 'zod/mini';
import { accountPage } from '#functions/account/account-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { maxOwnClients } from '#functions/auth/client/own-client.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { deliveriesOfPage } from '../deliveries-section.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/portal/',
  summary: 'Show the applications of the user, one of them, or one of its webhooks',
  request: { query: z.object({ id: FormField, webhook: FormField, cursor: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 9 + Math.max(maxOwnClients, deliveriesOfPage),
    reason:
      'the session, the profile and the list of ids are read, and each application; or the users ' +
      'of one are counted, and its use, limits, logos and webhooks are read, or one webhook with ' +
      'a page of its deliveries; once a day, a session that stays signed in is extended',
  },
  baseUrls: ['auth', 'main'],
  settings: [...accountPage.settings, 'registration'],
});
