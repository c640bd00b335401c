import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { parameter } from '#shared/contract/text.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/user/{id}/export/{export_id}/file/',
  hasCollection: false,
  summary: 'Download the archive of an export',
  description:
    'The link of an export leads here. It needs no token and works for 24 hours. Follow the ' +
    'redirect at once: its target works for a few minutes, in which a download can begin.',
  auth: 'public',
  request: {
    query: z.object({
      secret: z
        .optional(parameter())
        .check(z.describe('The secret in the link of the export.')),
    }),
  },
  responses: { 302: { description: 'To the archive.', headers: ['Location'] } },
  errors: ['download_unavailable'],
  errorShape: 'page',
  stores: { table: ['get'], exports: ['get'] },
});
