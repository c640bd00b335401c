import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { ConnectRequestQuery } from '../connect-request.ts';

export default defineEndpoint({
  ...authPage,
  method: 'GET',
  path: '/connect/continue/',
  summary: 'Show the page that asks to continue to a provider',
  request: { query: ConnectRequestQuery },
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
});
