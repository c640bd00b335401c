import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/account-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { deliveriesOfPage } from '../deliveries-section.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/portal/webhook/',
  summary: 'Show a webhook of an application of the user, or the form for a further one',
  request: { query: z.object({ id: FormField, webhook: FormField, cursor: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    3 + deliveriesOfPage,
    'the application, the webhook and a page of its deliveries are read',
  ),
  baseUrls: ['auth', 'main'],
});
