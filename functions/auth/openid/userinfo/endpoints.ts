import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { Userinfo } from './userinfo.ts';

const userinfo = {
  ...mainInterface,
  path: '/openid/userinfo/',
  hasCollection: false,
  summary: 'Get the signed-in user',
  auth: 'user',
  scope: 'openid',
  responses: { 200: { description: 'The claims about the user.', body: Userinfo } },
  errors: ['not_found'],
  stores: { table: ['get'] },
} as const;

/** The endpoints for both methods (OpenID Connect Core 1.0 5.3.1), in one function. */
export default {
  read: defineEndpoint({
    ...userinfo,
    method: 'GET',
    operationId: 'getUserinfo',
    description:
      'OpenID Connect Core 1.0 section 5.3. The access token must have the scope `openid`; ' +
      '`profile` and `email` add claims. A POST without a body does the same.',
    examples: [{ summary: 'The signed-in user', status: 200 }],
  }),

  submit: defineEndpoint({
    ...userinfo,
    method: 'POST',
    operationId: 'postUserinfo',
    description:
      'The same as GET, for libraries that send a POST. The access token is in the header.',
  }),
};
