import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';
import { ConnectRequestQuery } from './connect-request.ts';

const optionalParameter = z.optional(parameter());

export const ConnectQuery = z.object({
  type: FormField,
  client_id: optionalParameter,
  redirect_uri: optionalParameter,
  state: z.optional(
    parameter().check(z.maxLength(4096, 'must have at most 4096 characters')),
  ),
});
export type ConnectQuery = z.output<typeof ConnectQuery>;

const ContinueForm = z.extend(ProtectedForm, {
  decision: z.enum(['continue', 'cancel']),
});

/**
 * The endpoints of the function for the way to a provider: its start, and the page that asks to
 * continue with its form.
 */
export default {
  create: defineEndpoint({
    ...authPage,
    method: 'GET',
    path: '/connect/',
    summary: 'Start to connect an account at a provider',
    request: { query: ConnectQuery },
    responses: {
      200: { description: 'A page: the provider cannot be connected now.', body: 'html' },
      303: { description: 'To the page that asks to continue.', headers: ['Location'] },
    },
    errors: ['not_found', 'unknown_client', 'unregistered_redirect_uri'],
    stores: { table: ['get', 'put'] },
    storeCalls: {
      max: 3,
      reason:
        'the client at the provider and the application are read, and the request is stored',
    },
    baseUrls: ['auth'],
  }),

  show: defineEndpoint({
    ...authPage,
    method: 'GET',
    path: '/connect/continue/',
    summary: 'Show the page that asks to continue to a provider',
    request: {
      query: z.extend(ConnectRequestQuery, {
        problem: optionalParameter,
      }),
    },
    responses: {
      200: { description: 'The page.', body: 'html' },
      303: { description: 'To the sign-in page.', headers: ['Location'] },
    },
    errors: ['request_expired'],
    stores: { table: ['get', 'query'] },
    storeCalls: {
      max: 6,
      reason:
        'the request, the session, the profile, the data policies, and the connections of the ' +
        'person, in at most two pages, are read',
    },
    baseUrls: ['auth'],
  }),

  decide: defineEndpoint({
    ...authPage,
    method: 'POST',
    path: '/connect/continue/',
    summary: 'Continue to a provider, or cancel',
    request: { query: ConnectRequestQuery, form: ContinueForm },
    responses: {
      200: { description: 'A page: nothing was connected.', body: 'html' },
      303: {
        description: 'To the provider, back to the application, or to the sign-in page.',
        headers: ['Location'],
      },
    },
    errors: ['request_expired', 'invalid_form_token'],
    stores: { table: ['get', 'update'] },
    storeCalls: {
      max: 4,
      reason:
        'the request, the session and the profile are read, and then the client at the provider; ' +
        'or the request is marked as used',
    },
    baseUrls: ['auth'],
  }),
};
