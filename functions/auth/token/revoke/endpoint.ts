import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { tokenEndpointDefaults } from '../token.ts';

export default defineEndpoint({
  ...tokenEndpointDefaults,
  path: '/oauth2/revoke/',
  summary: 'Revoke a token',
  description:
    'RFC 7009. The application authenticates as for a token. Either token of a pair ends the whole grant: the access tokens and the refresh token. A token that is unknown, or of another application, changes nothing and is answered alike.',
  responses: {
    200: {
      description: 'The token is good for nothing, within 60 seconds.',
      body: z.object({}),
      headers: ['Cache-Control', 'Pragma'],
    },
  },
  storeCalls: {
    max: 4,
    reason:
      'it reads the application, which a warm function remembers for a minute, and the grant, and revokes it; a wrong secret is counted, in up to three writes where a window begins',
  },
});
