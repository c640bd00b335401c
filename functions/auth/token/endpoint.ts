import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { TokenRequest, TokenResponse } from './token.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/oauth2/access_token/',
  summary: 'Get or refresh an access token',
  description:
    'The application authenticates with client_id and client_secret, in the body or by HTTP Basic. A refresh token is replaced at every use; the one before it works until its successor is used, 24 hours at most.',
  auth: 'public',
  request: { form: TokenRequest },
  responses: {
    200: { description: 'The tokens.', body: TokenResponse, headers: ['Cache-Control', 'Pragma'] },
  },
  errors: [
    'validation_failed',
    'invalid_client',
    'invalid_grant',
    'too_many_attempts',
    'unauthorized_client',
    'unsupported_grant_type',
  ],
  errorShape: 'oauth',
  stores: { table: ['get', 'put', 'update'] },
  storeCalls: {
    max: 4,
    reason:
      'it reads the application, which a warm function remembers for a minute, exchanges in one write, and revokes where a code or a refresh token comes again; a wrong secret is counted, in up to three writes where a window begins',
  },
});
