import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/portal/',
  summary: 'Show the applications of the user, or one of them',
  request: { query: z.object({ id: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'getEach', 'query', 'update'] },
  storeCalls: pageCalls(
    12,
    'the list of ids and the applications are read; or the users of one are counted by at most ' +
      'eight calls, and its use, limits and webhooks are read',
  ),
  baseUrls: ['auth', 'main'],
  settings: [...accountPage.settings, 'registration'],
});
