import { endpoint } from '../../../../shared/contract/endpoint.ts';
import { TokenReference } from '../token.ts';
import { Introspection } from './introspection.ts';

export default endpoint({
  host: 'main',
  method: 'POST',
  path: '/oauth2/introspect/',
  versions: ['v7.0', 'v7.1'],
  summary: 'Ask whether a token is good',
  description:
    'RFC 7662. The application authenticates as for a token, and learns about its own tokens only: any other is answered as one that is not good.',
  caller: 'none',
  request: { form: TokenReference },
  responses: {
    200: {
      description: 'What there is to know.',
      body: Introspection,
      headers: ['Cache-Control', 'Pragma'],
    },
  },
  errors: ['invalid', 'invalid_client', 'too_many_attempts'],
  errorShape: 'oauth',
  stores: { table: ['get', 'update'] },
  storeCalls: {
    most: 4,
    because:
      'it reads the application, which a warm function remembers for a minute, and the grant; a wrong secret is counted, in up to three writes where a window begins',
  },
  addresses: ['main'],
});
