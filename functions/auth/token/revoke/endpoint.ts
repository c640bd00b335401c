import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { tokenEndpointDefaults } from '../token.ts';

/** The body of a successful revocation, which clients ignore (RFC 7009 section 2.2). */
const Revocation = z.looseObject({}).check(z.meta({ id: 'Revocation' }));

export default defineEndpoint({
  ...tokenEndpointDefaults,
  path: '/oauth2/revoke/',
  operationId: 'revokeToken',
  summary: 'Revoke a token',
  description:
    'RFC 7009. The application authenticates as at the token endpoint. Revoking an access or ' +
    'refresh token revokes the whole grant with all its tokens. An unknown token, or a token of ' +
    'another application, also returns 200 and changes nothing. A personal access token is an ' +
    'error: its user revokes it on the account page.',
  responses: {
    200: {
      description: 'The token stops working within 60 seconds.',
      body: Revocation,
      headers: ['Cache-Control', 'Pragma'],
    },
  },
  errors: [...tokenEndpointDefaults.errors, 'unsupported_token_type'],
  storeCalls: {
    max: 4,
    reason: 'the grant is read and revoked; a wrong secret is counted in up to 3 writes',
  },
});
