import * as z from 'zod/mini';
import { AuthorizationRequestQuery } from '#functions/auth/authorize/authorization.ts';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import { ChoiceFields } from '#functions/auth/data-policy/choice-fields.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { ScopeFields } from '../scope-choice.ts';

const DecisionForm = z.extend(ProtectedForm, {
  ...ScopeFields.shape,
  ...ChoiceFields.shape,
  decision: z.enum(['allow', 'deny']),
});

export default defineEndpoint({
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
      description: 'To the redirect_uri with a code or an error, or to the sign-in page.',
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
});
