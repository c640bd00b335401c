import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import { importLimits } from '../file-import.ts';
import { ImportRepresentation } from '../file-import-representation.ts';
import { importFields } from '../import-fields.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/import/',
  operationId: 'createImport',
  summary: 'Import files with workouts, food and values of the body',
  description:
    'A multipart form with one or several parts `file`: FIT, GPX, TCX or KML files, also ' +
    'compressed by gzip, tables (CSV), and ZIP archives of them. The workouts become exercise ' +
    'entries of the diary, each on the day at its place, and the rows of tables food entries ' +
    'and measurements. Get the import until it is `done`; it ' +
    'says what happened to each file. The same file is imported once, however often it ' +
    'is sent: a repeat is a `duplicate`. A workout that a remote connection has sent, ' +
    'too, is one entry. ' +
    `All files together have at most 4 MB. ${importLimits.running} imports of a user can run at ` +
    `a time, and ${importLimits.perDay} can be started in a day, so send many files in one ` +
    `archive. The newest ${importLimits.kept} imports are kept.`,
  auth: 'user',
  scope: 'diary.write',
  request: {
    headers: idempotencyKeyHeader,
    multipart: {
      file: {
        files: { maxBytes: importLimits.maxBytes, maxCount: importLimits.maxFiles },
        description: `At most ${importLimits.maxFiles} files of 4 MB together, with their names.`,
      },
      name: { text: importFields.name },
      timezone: { text: importFields.timezone },
      external_id: { text: importFields.external_id },
    },
  },
  responses: {
    201: {
      description: 'The new import, which is `queued`.',
      body: ImportRepresentation,
      headers: ['Location'],
    },
  },
  errors: [
    'malformed_header',
    'idempotency_key_reused',
    'imports_running',
    'too_many_imports',
  ],
  stores: { table: ['get', 'put', 'update', 'transact'], imports: ['put', 'delete'] },
  storeCalls: {
    max: 5,
    reason:
      'the files are an object, which is stored before the import; an Idempotency-Key is one ' +
      'more item, by which a retry finds the import, which is one read more; the object is ' +
      'deleted if the user has reached a limit',
  },
  memory: 1024,
  timeout: 20,
  examples: [
    {
      summary: 'A file of a watch',
      body: { file: ['morning-run.fit'], timezone: 'Europe/Berlin' },
      status: 201,
    },
  ],
});
