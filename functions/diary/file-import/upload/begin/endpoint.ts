import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, text } from '#shared/contract/schema.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import { importLimits } from '../../file-import.ts';
import { ImportRepresentation } from '../../file-import-representation.ts';
import { importFields } from '../../import-fields.ts';

const maxSize = importLimits.maxUploadBytes;

const ImportUploadInput = z
  .object({
    size: z
      .int()
      .check(
        z.minimum(1),
        z.maximum(maxSize),
        z.describe('The size of the file in bytes, at most 5 GB.'),
      ),
    file_name: described(text(255, 1), 'The name of the file.', 'export.zip'),
    ...importFields,
  })
  .check(
    z.meta({
      id: 'ImportUploadInput',
      description: 'A large file to import, which is uploaded in parts.',
    }),
  );

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/import/upload/',
  operationId: 'createImportUpload',
  summary: 'Begin to import a large file in parts',
  description:
    'For one file of up to 5 GB, such as an archive. Send each part in `upload.parts` by PUT to ' +
    'its `url`, without an access token, and then complete the upload. Get the import to ' +
    'continue after an interruption: it says which parts are missing, with new URLs, which are ' +
    'valid for an hour. An upload that is not completed ends after 24 hours. `DELETE` of the ' +
    `import ends it at once. ${importLimits.perDay} imports can be started in a day, and ` +
    `${importLimits.unfinished} uploads of a day can be neither completed nor ended.`,
  auth: 'user',
  scope: 'diary.write',
  request: { headers: idempotencyKeyHeader, json: ImportUploadInput },
  responses: {
    201: {
      description: 'The new import, which is `uploading`.',
      body: ImportRepresentation,
      headers: ['Location'],
    },
  },
  errors: [
    'malformed_header',
    'idempotency_key_reused',
    'too_many_imports',
    'uploads_unfinished',
  ],
  stores: {
    table: ['get', 'put', 'update', 'transact'],
    imports: ['put', 'listParts'],
  },
  storeCalls: {
    max: 5,
    reason:
      'the upload begins before the import is stored; an Idempotency-Key is one more item, by ' +
      'which a retry finds the import; the parts that were uploaded are listed',
  },
  examples: [
    {
      summary: 'An archive',
      body: { size: 734_003_200, file_name: 'export.zip' },
      status: 201,
    },
  ],
});
