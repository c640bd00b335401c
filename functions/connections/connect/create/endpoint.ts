import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { parameter } from '#shared/contract/schema.ts';

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

export default defineEndpoint({
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
});
