import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { userinfoEndpoint } from '../userinfo.ts';

export default defineEndpoint({
  ...userinfoEndpoint,
  method: 'POST',
  operationId: 'postUserinfo',
  description:
    'The same as GET, for libraries that send a POST. The access token is in the header.',
});
