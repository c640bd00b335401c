import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { SignInQuery } from '../sign-in.ts';

export default defineEndpoint({
  host: 'auth',
  method: 'GET',
  path: '/oauth2/sign-in/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Show the sign-in page',
  internal: true,
  auth: 'public',
  request: { query: SignInQuery },
  responses: { 200: { description: 'The page.', body: 'html' } },
  errors: ['request_expired'],
  stores: { table: ['get'] },
  addresses: ['auth'],
});
