import { resourceNames } from '#functions/auth/resource/protected-resource.ts';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { TokenRequest, TokenResponse } from './token.ts';

export default defineEndpoint({
  ...mainInterface,
  otherHosts: ['auth'],
  method: 'POST',
  path: '/oauth2/access_token/',
  operationId: 'createToken',
  summary: 'Get or refresh an access token',
  description:
    'The application authenticates with client_id and client_secret, in the body or with HTTP ' +
    'Basic. A public application sends only its client_id. Refresh tokens rotate: every use ' +
    'returns a new refresh token. The previous token works until the new token is used, for at ' +
    'most 24 hours, or 60 seconds for a public application. A code for the scope `openid` is ' +
    'exchanged for an id_token, too.',
  auth: 'public',
  chargesClient: true,
  request: { form: TokenRequest },
  responses: {
    200: {
      description: 'The tokens.',
      body: TokenResponse,
      headers: ['Cache-Control', 'Pragma'],
    },
  },
  errors: [
    'validation_failed',
    'invalid_client',
    'invalid_grant',
    'invalid_scope',
    'invalid_target',
    'too_many_attempts',
    'unauthorized_client',
    'unsupported_grant_type',
  ],
  errorShape: 'oauth',
  stores: { table: ['get', 'put', 'update'], signingKeys: ['sign'] },
  storeCalls: {
    max: 5,
    reason:
      'the client and the limits of all are read, and the grant if a refresh requests a scope or ' +
      'a resource; one write exchanges the code or refresh token, and another revokes the grant ' +
      'if it was reused',
  },
  baseUrls: resourceNames,
});
