import * as z from 'zod/mini';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { downloadSecretContext, maxOpenExports } from '../../data-export.ts';
import { exportNotices } from '../export.page.ts';

const ExportQuery = z.object({ notice: z.optional(z.enum(exportNotices)) });

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/export/',
  summary: "Show the exports of the user's data",
  internal: true,
  auth: 'public',
  request: { query: ExportQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get'], encryption: { decrypts: [downloadSecretContext] } },
  storeCalls: {
    max: 2 + 2 * maxOpenExports,
    reason:
      'the session and the exports are read; for each export that is running or can be ' +
      'downloaded, the access that asked for it is read by two calls, unless it is this session',
  },
  baseUrls: ['auth', 'main'],
});
