import { endpoint } from '../../../../shared/contract/endpoint.ts';
import { RequestReference } from '../../authorization-request/reference.ts';

export default endpoint({
  host: 'auth',
  method: 'GET',
  path: '/oauth2/consent/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Show the page that asks for the decision',
  caller: 'none',
  request: { query: RequestReference },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: { description: 'To the sign-in page, where nobody is signed in.', headers: ['Location'] },
  },
  errors: ['page_refused'],
  stores: { table: ['get'] },
  storeCalls: { most: 2, because: 'it reads the request and the session' },
  addresses: ['auth'],
});
