import metadata from '#functions/auth/metadata/endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...metadata,
  path: '/openid-configuration',
  operationId: 'getOpenidConfiguration',
  summary: 'Get the OpenID Connect configuration',
  description:
    'OpenID Connect Discovery 1.0. The URL is the issuer followed by this path. The document is ' +
    'the same as the authorization server metadata.',
});
