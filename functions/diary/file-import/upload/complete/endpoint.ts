import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { ImportRepresentation } from '../../file-import-representation.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/import/{id}/complete/',
  operationId: 'completeImportUpload',
  summary: 'Complete the upload of a large file',
  description:
    'Starts the import of a file whose parts were all uploaded. Repeating the request changes ' +
    'nothing. If parts are missing, the error names them.',
  auth: 'user',
  scope: 'diary.write',
  responses: {
    200: { description: 'The import, which was started.', body: ImportRepresentation },
  },
  errors: [
    'not_found',
    'parts_missing',
    'upload_changed',
    'uploaded_by_form',
    'imports_running',
  ],
  stores: {
    table: ['get', 'update', 'transact'],
    imports: ['read', 'put', 'listParts'],
  },
  storeCalls: {
    max: 6,
    reason:
      'the parts are listed and joined before the import is changed; a repeat finds the file ' +
      'instead; then the import is read again',
  },
  timeout: 29,
});
