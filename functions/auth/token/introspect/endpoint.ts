import { resourceNames } from '#functions/auth/resource/protected-resource.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { tokenEndpointDefaults } from '../token.ts';
import { Introspection } from './introspection.ts';

export default defineEndpoint({
  ...tokenEndpointDefaults,
  path: '/oauth2/introspect/',
  operationId: 'introspectToken',
  summary: 'Introspect a token',
  description:
    'RFC 7662. The application authenticates as at the token endpoint. The tokens of other ' +
    'applications are reported as inactive.',
  responses: {
    200: {
      description: 'The state of the token.',
      body: Introspection,
      headers: ['Cache-Control', 'Pragma'],
    },
  },
  storeCalls: {
    max: 4,
    reason:
      'the client and the grant are read; a wrong secret is counted in up to 3 writes',
  },
  baseUrls: resourceNames,
});
