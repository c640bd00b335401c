import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, parameter } from '#shared/contract/schema.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/user/{id}/export/{export_id}/file/',
  hasCollection: false,
  summary: 'Download the archive of an export',
  description:
    'The links of an export lead here. They need no token and work for 24 hours, as long as the ' +
    'access that asked for the export is not revoked, and may see all that the export has. ' +
    'Follow the redirect at once: its target ' +
    'works for a minute, in which a download can begin.',
  auth: 'public',
  request: {
    query: z.object({
      secret: described(z.optional(parameter()), 'The secret in the link of the export.'),
      archive: described(
        z.optional(parameter()),
        'The number of the archive, if there are several. Defaults to 1.',
      ),
    }),
  },
  responses: { 302: { description: 'To the archive.', headers: ['Location'] } },
  errors: ['download_unavailable'],
  errorShape: 'page',
  settings: ['service'],
  stores: { table: ['get'], exports: ['get'] },
  storeCalls: {
    max: 5,
    reason: 'the access that asked for the export is read by up to four calls',
  },
  // The page about an error leads to the account.
  baseUrls: ['auth'],
});
