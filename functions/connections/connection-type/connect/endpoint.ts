import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, parameter } from '#shared/contract/schema.ts';

/** The query of the page. It is passed on to the authorization host, which validates it. */
const ConnectQuery = z.object({
  client_id: described(
    z.optional(parameter()),
    'The id of the application that the browser returns to.',
    '01k9wq3d5g',
  ),
  redirect_uri: described(
    z.optional(parameter()),
    'A registered redirect URI of that application. It gets `remote_connection` or `error`.',
    'https://app.example/connected',
  ),
  state: described(z.optional(parameter()), 'Returned unchanged, at most 4096 bytes.'),
});

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnectiontype/{id}/connect/',
  summary: 'Connect an account',
  description:
    'Send the user here in a browser. They sign in, allow access at the provider, and return to ' +
    'the redirect_uri, if there is one. If the type cannot be connected, a page says why.',
  auth: 'public',
  request: { query: ConnectQuery },
  responses: {
    200: { description: 'A page: the type cannot be connected.', body: 'html' },
    303: { description: 'To the page that starts to connect.', headers: ['Location'] },
  },
  errors: ['not_found'],
  errorShape: 'page',
  baseUrls: ['auth'],
  settings: ['service'],
  examples: [
    { summary: 'Strava', params: { id: '7' }, status: 303 },
    { summary: 'Apple Health', params: { id: '25' }, status: 200 },
  ],
});
