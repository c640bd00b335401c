import * as z from 'zod/mini';
import {
  accountForm,
  accountPage,
  formCalls,
  pageCalls,
} from '#functions/account/account-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Paging } from '#shared/hal/paging.ts';

/** The quota of Lambda. For what exceeds it, the gateway has a page that says the same. */
const maxEventBytes = 6_291_456;

/** The page of the imports, and its form that takes files. */
export default {
  show: defineEndpoint({
    ...accountPage,
    baseUrls: ['auth', 'main'],
    path: '/oauth2/account/imports/',
    summary: 'Show the imports of files',
    request: { query: z.object({ offset: Paging.offset }) },
    stores: { table: ['get', 'query', 'update'] },
    storeCalls: pageCalls(4, 'all imports are read, 1 MB at a time'),
  }),

  start: defineEndpoint({
    ...accountForm,
    baseUrls: ['auth', 'main'],
    path: '/oauth2/account/imports/',
    summary: 'Import files of the user',
    request: {
      multipart: {
        form_token: { text: FormField },
        file: {
          // The page says itself that there are none, too many or too large ones.
          files: { maxBytes: maxEventBytes, isOptional: true },
          description: 'The files.',
        },
        keep_file: { text: z.optional(parameter()) },
      },
    },
    responses: {
      ...accountForm.responses,
      400: { description: 'The page, with the form and what is wrong.', body: 'html' },
    },
    stores: {
      table: ['get', 'query', 'put', 'update', 'transact'],
      imports: ['put', 'delete'],
    },
    storeCalls: formCalls(
      7,
      'the files and then the import are stored; the files are deleted if the user has reached ' +
        'a limit, and all imports are read to show the page again, 1 MB at a time',
    ),
    memory: 1024,
    timeout: 20,
  }),
};
