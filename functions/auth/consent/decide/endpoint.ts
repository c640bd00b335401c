import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { authInterface } from '#shared/contract/interfaces.ts';
import { AuthorizationRequestQuery } from '../../authorization-request/authorization-request.ts';
import { FormField } from '../../browser/form-fields.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/consent/',
  summary: 'Allow or deny an application',
  internal: true,
  auth: 'public',
  request: {
    query: AuthorizationRequestQuery,
    form: z.object({
      form_token: FormField,
      decision: z.enum(['allow', 'refuse']),
    }),
  },
  responses: {
    303: {
      description:
        'Back to the application with a code or an error; to the sign-in page, where nobody is signed in any more.',
      headers: ['Location'],
    },
    400: { description: 'A page: the request was answered before, or is too old.', body: 'html' },
  },
  errors: ['request_expired', 'unknown_client', 'invalid_form_token'],
  stores: { table: ['get', 'put', 'update'] },
  storeCalls: {
    max: 7,
    reason:
      'it reads the request and the session, records the decision and the grant, and reads the session once more and the application, without which it takes the grant back',
  },
  addresses: ['main', 'auth'],
});
