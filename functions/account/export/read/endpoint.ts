import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { downloadSecretContext } from '../data-export.ts';
import { ExportRepresentation } from '../export.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/user/{id}/export/{export_id}/',
  hasCollection: false,
  operationId: 'getExport',
  summary: 'Get an export',
  description:
    'The state, and the download link while the link works. An export is kept for 7 days. Its ' +
    'archive can be downloaded for 24 hours, as long as the access that asked for it is not ' +
    'revoked.',
  auth: 'user',
  scope: fullScope,
  responses: { 200: { description: 'The export.', body: ExportRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'], encryption: { decrypts: [downloadSecretContext] } },
  storeCalls: {
    max: 5,
    reason:
      'the access that asked for the export is read by up to four calls, unless it is the ' +
      'access of the request',
  },
});
