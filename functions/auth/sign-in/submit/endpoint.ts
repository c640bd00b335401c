import * as z from 'zod/mini';
import { endpoint } from '../../../../shared/contract/endpoint.ts';
import { RequestReference } from '../../authorization-request/reference.ts';

const Field = z._default(z.string('must be given once'), '');

export default endpoint({
  host: 'auth',
  method: 'POST',
  path: '/oauth2/sign-in/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Sign in',
  caller: 'none',
  request: { query: RequestReference, form: z.object({ form_token: Field, email: Field, password: Field }) },
  responses: {
    303: {
      description: 'Signed in: to the page that asks for the decision.',
      headers: ['Location'],
    },
    403: { description: 'The page again: the e-mail or the password is not right.', body: 'html' },
  },
  errors: ['page_refused', 'form_refused'],
  stores: { table: ['get', 'put', 'delete'] },
  storeCalls: {
    most: 4,
    because: 'it reads the request and the sign-in, starts a session, and ends the one that the browser had',
  },
  addresses: ['auth'],
  // argon2id takes 19 MiB and two passes; the share of CPU follows the memory.
  memory: 1024,
});
