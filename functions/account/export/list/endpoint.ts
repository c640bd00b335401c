import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { downloadSecretContext, maxOpenExports } from '../data-export.ts';
import { ExportRepresentation } from '../export.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/user/{id}/export/',
  hasCollection: false,
  operationId: 'listExports',
  summary: 'List the exports of the user',
  description:
    'The exports that applications and scripts have started in the last 7 days, newest first. ' +
    'Those of the account page, which have everything, are not listed.',
  auth: 'user',
  scope: fullScope,
  request: { query: z.object(Paging) },
  responses: {
    200: { description: 'The list.', body: Collection('export', ExportRepresentation) },
  },
  errors: ['not_found'],
  stores: { table: ['get'], encryption: { decrypts: [downloadSecretContext] } },
  storeCalls: {
    max: 1 + 4 * maxOpenExports,
    reason:
      'for each export that is running or can be downloaded, the access that asked for it is ' +
      'read by up to four calls, unless it is the access of the request',
  },
  examples: [{ summary: 'All exports', params: { id: 'self' }, status: 200 }],
});
