import * as z from 'zod/mini';
import {
  authInterface,
  authPage,
  defineEndpoint,
  mainInterface,
} from '#shared/contract/endpoint.ts';
import { AuthorizationQuery } from '../parameters.ts';

/** The endpoints that redirect to the authorization endpoint. One function serves both. */
export default {
  forward: defineEndpoint({
    ...mainInterface,
    method: 'GET',
    path: '/oauth2/authorize/',
    summary: 'Redirect to the authorization page',
    description:
      'For clients that use one base URL for everything. Redirects to the same path and query ' +
      'on the auth host, which has the authorization endpoint.',
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
  }),

  submit: defineEndpoint({
    ...authInterface,
    method: 'POST',
    path: '/oauth2/authorize/',
    summary: 'Authorize an application by a form',
    description:
      'The same as GET, with the parameters in a form (OpenID Connect Core 1.0 section 3.1.2.1).',
    auth: 'public',
    settings: authPage.settings,
    // Unlike a declared form, an unreadable one is an error of the request by GET.
    request: { text: true },
    responses: {
      303: { description: 'To the same request by GET.', headers: ['Location'] },
    },
    baseUrls: ['auth'],
  }),
};
