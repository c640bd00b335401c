import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { tokenEndpointDefaults } from '../token.ts';
import { Introspection } from './introspection.ts';

export default defineEndpoint({
  ...tokenEndpointDefaults,
  path: '/oauth2/introspect/',
  summary: 'Ask whether a token is good',
  description:
    'RFC 7662. The application authenticates as for a token, and learns about its own tokens only: any other is answered as one that is not good.',
  responses: {
    200: {
      description: 'What there is to know.',
      body: Introspection,
      headers: ['Cache-Control', 'Pragma'],
    },
  },
  storeCalls: {
    max: 4,
    reason:
      'it reads the application, which a warm function remembers for a minute, and the grant; a wrong secret is counted, in up to three writes where a window begins',
  },
  addresses: ['main'],
});
