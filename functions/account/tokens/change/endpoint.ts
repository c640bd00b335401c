import { accountForm } from '#functions/account/form-endpoint.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { TokensForm } from '../token-form.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/tokens/',
  summary: 'Create or revoke a personal access token',
  request: { form: TokensForm },
  responses: {
    ...accountForm.responses,
    200: { description: 'The same page with the new token.', body: 'html' },
    400: { description: 'The same page, which names all problems.', body: 'html' },
    ...passwordResponses,
  },
  stores: { table: ['get', 'query', 'put', 'update', 'transact'] },
  storeCalls: {
    max: 17,
    reason:
      'the password is verified within rate limits; the grants are counted, the key of the ' +
      'form is claimed, one transaction creates the token, and the page lists the grants again',
  },
  baseUrls: ['auth', 'main', 'diary'],
  memory: passwordMemory,
});
