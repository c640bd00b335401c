import { passwordMemory } from '#functions/auth/sign-in/sign-in.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { LinkForm, OpenLinkQuery } from './open-link.ts';

/** The endpoints of the function for the page that a link in a mail opens, and its form. */
export default {
  show: defineEndpoint({
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
  }),

  submit: defineEndpoint({
    ...authPage,
    method: 'POST',
    path: '/oauth2/open-link/',
    summary: 'Use a link that was sent by mail',
    request: { query: OpenLinkQuery, form: LinkForm },
    responses: {
      303: { description: 'To the next page.', headers: ['Location'] },
      400: { description: 'The same page: a field is invalid.', body: 'html' },
    },
    errors: ['link_unavailable', 'sign_up_closed', 'invalid_form_token'],
    stores: { table: ['get', 'query', 'put', 'update', 'delete', 'transact'] },
    storeCalls: {
      max: 100,
      reason:
        'one transaction uses up the link and creates or changes the account; one ends 100 ' +
        'sessions, forgets 100 devices or revokes 100 grants',
    },
    baseUrls: ['auth'],
    settings: [...authPage.settings, 'signUp'],
    memory: passwordMemory,
  }),
};
