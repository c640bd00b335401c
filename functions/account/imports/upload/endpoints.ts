import * as z from 'zod/mini';
import {
  accountForm,
  accountPage,
  formCalls,
  pageCalls,
} from '#functions/account/account-endpoint.ts';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';

/** The page that uploads a large file, and the form that begins it. */
export default {
  show: defineEndpoint({
    ...accountPage,
    path: '/oauth2/account/import/upload/',
    summary: 'Show the form that uploads a large file, and start its import afterwards',
    request: { query: z.object({ id: z._default(parameter(), '') }) },
    responses: {
      ...accountPage.responses,
      303: {
        description:
          'To the imports once the file is there, or to the sign-in page if nobody is signed in.',
        headers: ['Location'],
      },
    },
    stores: { table: ['get', 'update', 'transact'], imports: ['read', 'put'] },
    storeCalls: pageCalls(
      3,
      'the import is read, and whether its file is there; then the import is started',
    ),
  }),

  begin: defineEndpoint({
    ...accountForm,
    path: '/oauth2/account/import/upload/',
    summary: 'Begin to import a large file of the user',
    request: { form: ProtectedForm },
    stores: { table: ['get', 'put', 'update', 'transact'] },
    storeCalls: formCalls(1, 'the import is stored'),
  }),
};
