import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { SignInQuery } from '../sign-in.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/sign-in/',
  summary: 'Show the sign-in page',
  internal: true,
  auth: 'public',
  request: { query: SignInQuery },
  responses: { 200: { description: 'The page.', body: 'html' } },
  errors: ['request_expired'],
  stores: { table: ['get'] },
  baseUrls: ['auth'],
  settings: ['signUp', 'mailFrom'],
});
