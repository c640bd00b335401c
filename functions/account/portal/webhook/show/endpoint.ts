import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/portal/webhook/',
  summary: 'Show a webhook of an application of the user, or the form for a further one',
  request: { query: z.object({ id: FormField, webhook: FormField, cursor: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'getEach', 'query', 'update'] },
  storeCalls: pageCalls(
    4,
    'the application, the webhook, a page of the keys of its deliveries, and these are read',
  ),
  baseUrls: ['auth', 'main'],
});
