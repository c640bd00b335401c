import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { AuthorizationQuery } from '../parameters.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/oauth2/authorize/',
  summary: 'Redirect to the authorization page',
  description:
    'For clients that use one base URL for everything. Redirects to the same path and query on ' +
    'the auth host, which has the authorization endpoint.',
  auth: 'public',
  request: { query: z.looseObject(AuthorizationQuery.shape) },
  responses: {
    303: {
      description: 'To the authorization endpoint.',
      headers: ['Location'],
    },
  },
  errorShape: 'oauth',
  baseUrls: ['auth'],
});
