import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { OpenLinkQuery } from '../open-link.ts';

export default defineEndpoint({
  ...authPage,
  method: 'GET',
  path: '/oauth2/open-link/',
  summary: 'Show the page of a link that was sent by mail',
  request: { query: OpenLinkQuery },
  responses: { 200: { description: 'The page.', body: 'html' } },
  errors: ['link_unavailable', 'sign_up_closed'],
  stores: { table: ['get'] },
  baseUrls: ['auth'],
  settings: [...authPage.settings, 'signUp'],
});
