import { endpoint } from '../../../../shared/contract/endpoint.ts';
import { RequestReference } from '../../authorization-request/reference.ts';

export default endpoint({
  host: 'auth',
  method: 'GET',
  path: '/oauth2/sign-in/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Show the sign-in page',
  caller: 'none',
  request: { query: RequestReference },
  responses: { 200: { description: 'The page.', body: 'html' } },
  errors: ['page_refused'],
  stores: { table: ['get'] },
});
