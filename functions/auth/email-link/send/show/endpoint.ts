import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { SendLinkQuery } from '../send-link.ts';

export default defineEndpoint({
  ...authPage,
  method: 'GET',
  path: '/oauth2/send-link/',
  summary: 'Show the page to ask for a link by mail',
  request: { query: SendLinkQuery },
  responses: { 200: { description: 'The page.', body: 'html' } },
  errors: ['sign_up_closed', 'recovery_unavailable'],
  baseUrls: ['auth'],
  settings: [...authPage.settings, 'signUp', 'mailFrom'],
});
