import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { userinfoEndpoint } from '../userinfo.ts';

export default defineEndpoint({
  ...userinfoEndpoint,
  method: 'GET',
  operationId: 'getUserinfo',
  description:
    'OpenID Connect Core 1.0 section 5.3. The access token must have the scope `openid`; ' +
    '`profile` and `email` add claims. A POST without a body does the same.',
  examples: [{ summary: 'The signed-in user', status: 200 }],
});
