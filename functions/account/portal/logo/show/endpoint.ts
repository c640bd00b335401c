import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/portal/logo/',
  summary: 'Show the logo of an application of the user',
  request: { query: z.object({ id: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'update'] },
  storeCalls: pageCalls(3, 'the application and its logos are read'),
});
