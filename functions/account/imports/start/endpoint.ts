import * as z from 'zod/mini';
import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { importLimits } from '#functions/diary/file-import/file-import.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/imports/',
  summary: 'Import files of the user',
  request: {
    multipart: {
      form_token: { text: FormField },
      file: {
        // The page says itself that there are too many.
        files: { maxBytes: importLimits.maxBytes },
        description: 'The files.',
      },
      keep_file: { text: z.optional(parameter()) },
    },
  },
  stores: { table: ['get', 'put', 'update', 'transact'], imports: ['put', 'delete'] },
  storeCalls: formCalls(
    3,
    'the files and then the import are stored; the files are deleted if the user has reached ' +
      'a limit',
  ),
  memory: 1024,
  timeout: 20,
});
