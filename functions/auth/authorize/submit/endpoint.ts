import { authInterface, authPage, defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...authInterface,
  method: 'POST',
  path: '/oauth2/authorize/',
  summary: 'Authorize an application by a form',
  description:
    'The same as GET, with the parameters in a form (OpenID Connect Core 1.0 section 3.1.2.1).',
  auth: 'public',
  settings: authPage.settings,
  // Unlike a declared form, an unreadable one is an error of the request by GET.
  request: { text: true },
  responses: {
    303: { description: 'To the same request by GET.', headers: ['Location'] },
  },
  baseUrls: ['auth'],
});
