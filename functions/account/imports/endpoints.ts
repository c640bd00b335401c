import * as z from 'zod/mini';
import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { importLimits } from '#functions/diary/file-import/file-import.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Paging } from '#shared/hal/paging.ts';

/** The page of the imports, and its form that takes files. */
export default {
  show: defineEndpoint({
    ...accountPage,
    path: '/oauth2/account/imports/',
    summary: 'Show the imports of files',
    request: { query: z.object({ offset: Paging.offset }) },
    stores: { table: ['get', 'query', 'update'] },
    storeCalls: pageCalls(4, 'all imports are read, 1 MB at a time'),
  }),

  start: defineEndpoint({
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
    stores: {
      table: ['get', 'put', 'update', 'transact'],
      imports: ['put', 'delete'],
    },
    storeCalls: formCalls(
      3,
      'the files and then the import are stored; the files are deleted if the user has reached ' +
        'a limit',
    ),
    memory: 1024,
    timeout: 20,
  }),
};
