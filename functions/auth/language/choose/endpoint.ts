import * as z from 'zod/mini';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { languages } from '#shared/pages/language.ts';

export default defineEndpoint({
  ...authPage,
  method: 'GET',
  path: '/oauth2/language/',
  summary: 'Choose the language of pages without a session',
  request: { query: z.object({ language: z.enum(languages) }) },
  responses: {
    303: {
      description: 'To the page with the link, or to the account.',
      headers: ['Location'],
    },
  },
  baseUrls: ['auth'],
});
