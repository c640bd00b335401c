import * as z from 'zod/mini';
import { AuthorizationRequestQuery } from '#functions/auth/authorize/authorization.ts';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { ChoiceFields } from '#functions/auth/data-policy/choice-fields.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { ScopeFields } from './scope-choice.ts';

const DecisionForm = z.extend(ProtectedForm, {
  ...ScopeFields.shape,
  ...ChoiceFields.shape,
  decision: z.enum(['allow', 'deny']),
});

/** The endpoints of the function for the consent page and its form. */
export default {
  show: defineEndpoint({
    ...authPage,
    method: 'GET',
    path: '/oauth2/consent/',
    summary: 'Show the consent page',
    request: { query: AuthorizationRequestQuery },
    responses: {
      200: { description: 'The page.', body: 'html' },
      303: {
        description:
          'To the sign-in page, or to the redirect_uri if the consent is remembered.',
        headers: ['Location'],
      },
      400: {
        description: 'A page: the request was decided before, or has expired.',
        body: 'html',
      },
    },
    errors: ['request_expired', 'unknown_client', 'unregistered_redirect_uri'],
    stores: {
      table: ['get', 'query', 'put', 'update', 'delete', 'transact'],
    },
    storeCalls: {
      max: 15,
      reason:
        'the request, its client, the session and the profile are read; a remembered consent is ' +
        'found, approved as on the page, and checked again; a session that stays signed in is ' +
        'extended; the client of a metadata document is counted, read and stored',
    },
    // The document of a client can take 5 seconds.
    timeout: 15,
    baseUrls: ['main', 'auth'],
  }),

  decide: defineEndpoint({
    ...authPage,
    method: 'POST',
    path: '/oauth2/consent/',
    summary: 'Allow or deny an application',
    request: {
      query: AuthorizationRequestQuery,
      form: DecisionForm,
    },
    responses: {
      303: {
        description:
          'To the redirect_uri with a code or an error, or to the sign-in page.',
        headers: ['Location'],
      },
      400: {
        description: 'A page: the request was decided before, or has expired.',
        body: 'html',
      },
    },
    errors: [
      'request_expired',
      'unknown_client',
      'unregistered_redirect_uri',
      'invalid_form_token',
    ],
    stores: {
      table: ['get', 'query', 'put', 'update', 'delete', 'transact'],
    },
    storeCalls: {
      max: 20,
      reason:
        'the authorization request, the profile and earlier grants are read; the session and the ' +
        'client are read before and after the decision and the grant are written; if the ' +
        'person has chosen providers, earlier grants get the choice by one transaction for each ' +
        '100, and a last query finds no other',
    },
    baseUrls: ['main', 'auth'],
  }),
};
