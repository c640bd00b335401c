import * as z from 'zod/mini';
import {
  allHosts,
  defineEndpoint,
  mainInterface,
  notModified,
} from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';

const documentation = {
  ...mainInterface,
  method: 'GET',
  auth: 'public',
} as const;

/** A page or a document that changes with a release only. */
const cached = { ...documentation, cacheSeconds: 300 } as const;

const pageUrls = [...allHosts, 'cdn'] as const;

const openApi = {
  responses: {
    200: { description: 'OpenAPI 3.1.', body: 'application/json' },
    304: notModified,
  },
  baseUrls: ['main', 'auth', 'diary'],
} as const;

/** The endpoints of the documentation. One function serves them, because all have its text. */
export default {
  list: defineEndpoint({
    ...cached,
    path: '/docs/',
    summary: 'Get the start page of the documentation',
    responses: {
      200: { description: 'The index page.', body: 'html' },
      304: notModified,
    },
    baseUrls: pageUrls,
  }),

  read: defineEndpoint({
    ...cached,
    path: '/docs/{page}/',
    summary: 'Get a page of the documentation',
    description:
      'A guide, the reference, or the page of a resource, to which the `documentation` link of ' +
      'every response points.',
    responses: {
      200: { description: 'The page.', body: 'html' },
      304: notModified,
      404: {
        description: 'A page that says so, if Accept prefers one to JSON.',
        body: 'html',
      },
    },
    errors: ['not_found'],
    baseUrls: pageUrls,
    examples: [
      {
        summary: 'The page on data sources',
        params: { page: 'data_source' },
        status: 200,
      },
    ],
  }),

  search: defineEndpoint({
    ...documentation,
    path: '/docs/search/',
    hasCollection: false,
    summary: 'Search the documentation',
    description: 'Finds words in the guides and in the reference of all interfaces.',
    request: {
      query: z.object({
        q: z
          .optional(parameter())
          .check(z.describe('The words. Characters after the first 200 do not count.')),
      }),
    },
    responses: {
      200: { description: 'The page with the results.', body: 'html' },
    },
    errorShape: 'page',
    settings: ['service'],
    baseUrls: pageUrls,
    examples: [{ summary: 'Pages about meals', query: { q: 'meals' }, status: 200 }],
  }),

  'openapi/main': defineEndpoint({
    ...cached,
    ...openApi,
    path: '/docs/openapi.json',
    summary: 'Get the OpenAPI document of the main API',
  }),

  'openapi/read': defineEndpoint({
    ...cached,
    ...openApi,
    path: '/docs/openapi/{document}/',
    summary: 'Get the OpenAPI document of a host',
    description: 'The documents are `main.json`, `auth.json` and `diary.json`.',
    errors: ['not_found'],
    examples: [{ summary: 'The diary', params: { document: 'diary.json' }, status: 200 }],
  }),
};
