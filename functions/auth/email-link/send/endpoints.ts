import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { SendLinkQuery } from './send-link.ts';

const SendLinkForm = z.extend(ProtectedForm, { email: FormField });

/** The endpoints of the function for the page on which a person asks for a link, and its form. */
export default {
  show: defineEndpoint({
    ...authPage,
    method: 'GET',
    path: '/oauth2/send-link/',
    summary: 'Show the page to ask for a link by mail',
    request: { query: SendLinkQuery },
    responses: { 200: { description: 'The page.', body: 'html' } },
    errors: ['sign_up_closed', 'recovery_unavailable'],
    baseUrls: ['auth'],
    settings: [...authPage.settings, 'signUp', 'mailFrom'],
  }),

  submit: defineEndpoint({
    ...authPage,
    method: 'POST',
    path: '/oauth2/send-link/',
    summary: 'Send a link by mail',
    request: { query: SendLinkQuery, form: SendLinkForm },
    responses: {
      303: {
        description: 'To the same page, whether or not mail was sent.',
        headers: ['Location'],
      },
      400: {
        description: 'The same page: the text is not an email address.',
        body: 'html',
      },
      429: {
        description: 'The same page: too many requests for this address or network.',
        body: 'html',
        headers: ['Retry-After'],
      },
    },
    errors: ['sign_up_closed', 'recovery_unavailable', 'invalid_form_token'],
    stores: { table: ['get', 'put', 'update'] },
    storeCalls: {
      // 3 reads, a limit with 3 writes, the mails of the day in 2 writes, and the link.
      max: 9,
      reason:
        'the request is counted in a rate limit and twice among the mails of the day, and the ' +
        'link is stored',
    },
    baseUrls: ['auth'],
    settings: [...authPage.settings, 'signUp', 'mailFrom'],
  }),
};
