import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { maxDescribedClients } from '../connected-client.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/applications/',
  summary: 'Show the applications with access, and what they have read',
  request: { query: z.object({ reads: FormField }) },
  errors: ['not_found'],
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    3 + maxDescribedClients,
    'the grants, what applications have read and the data policies are read, and for each of ' +
      '20 applications its client',
  ),
});
