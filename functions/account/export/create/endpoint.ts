import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import { downloadSecretContext, exportLimits } from '../data-export.ts';
import { ExportRepresentation } from '../export.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/user/{id}/export/',
  hasCollection: false,
  operationId: 'createExport',
  summary: 'Export what the token can read',
  description:
    'Starts to write a ZIP archive in the background with what the token can read, and no more: ' +
    'JSON documents, the diary as CSV, and a README that explains every field. Only exports that ' +
    'the user starts in the account have everything, with images and imported files. ' +
    'The README is in the language that the user has chosen, or else that of ' +
    '`Accept-Language`. Get the export until it is done; it then has a download link that works ' +
    'for 24 hours, or until the access of the token is revoked. If there is too much data for ' +
    'one archive, there are several with a link each. ' +
    `One export can run at a time. In 24 hours, ${exportLimits.perDay} can be started, ` +
    `${exportLimits.perDayOfApplications} of them by applications and scripts.`,
  auth: 'user',
  scope: fullScope,
  request: { headers: idempotencyKeyHeader },
  responses: {
    201: {
      description: 'The new export, which is `queued`.',
      body: ExportRepresentation,
      headers: ['Location'],
    },
  },
  errors: [
    'not_found',
    'malformed_header',
    'idempotency_key_reused',
    'export_running',
    'too_many_exports',
    'unavailable',
  ],
  stores: {
    table: ['get', 'put'],
    encryption: { encrypts: [downloadSecretContext] },
  },
  storeCalls: {
    max: 9,
    reason:
      'the exports of the user are read and written, again after each concurrent change; an ' +
      'Idempotency-Key is one more item',
  },
});
