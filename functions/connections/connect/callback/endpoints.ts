import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { credentialsContext } from '#functions/connections/connection/remote-connection.keys.ts';
import { providerClientContext } from '#functions/connections/provider-credentials/client.keys.ts';
import { authPage, defineEndpoint } from '#shared/contract/endpoint.ts';
import { ConnectRequestQuery } from '../connect-request.ts';

/**
 * A parameter, or undefined if it is empty or was not sent exactly once: an invalid response of a
 * provider gets a page that says what to do.
 */
const Sent = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);

const CallbackQuery = z.object({ state: Sent, code: Sent, scope: Sent, error: Sent });

const KeyForm = z.extend(ProtectedForm, {
  key: FormField,
  decision: z.enum(['continue', 'cancel']),
});

/** The endpoints of the function that stores a connection, by OAuth or with a key. */
export default {
  provider: defineEndpoint({
    ...authPage,
    method: 'GET',
    path: '/connect/callback/{type}/',
    summary: 'Return from a provider',
    request: { query: CallbackQuery },
    responses: {
      200: { description: 'A page: how the request ended.', body: 'html' },
      303: { description: 'Back to the application.', headers: ['Location'] },
      400: {
        description: 'A page: the request is unknown, or has been used or expired.',
        body: 'html',
      },
    },
    errors: ['not_found'],
    stores: {
      table: ['get', 'put', 'update', 'transact'],
      encryption: { encrypts: [credentialsContext], decrypts: [providerClientContext] },
    },
    storeCalls: {
      max: 10,
      reason:
        'the request, the session, the profile, the client and the account are read; the request ' +
        'is marked as used, the connection is stored, and a sync is requested; two more calls if ' +
        'the account is connected or disconnected at the same time',
    },
    baseUrls: ['auth'],
    // The provider is called up to three times, for 10 seconds at most each.
    timeout: 29,
  }),

  key: defineEndpoint({
    ...authPage,
    method: 'POST',
    path: '/connect/key/',
    summary: 'Connect an account with a key, or cancel',
    request: { query: ConnectRequestQuery, form: KeyForm },
    responses: {
      200: { description: 'A page: how the request ended.', body: 'html' },
      303: {
        description: 'Back to the application, to the form, or to the sign-in page.',
        headers: ['Location'],
      },
    },
    errors: ['request_expired', 'invalid_form_token'],
    stores: {
      table: ['get', 'put', 'update', 'transact'],
      encryption: { encrypts: [credentialsContext] },
    },
    storeCalls: {
      max: 14,
      reason:
        'the request, the session, the profile, what is set for the provider and the account are ' +
        'read; the attempt is counted and taken back; the request is marked as used, the ' +
        'connection is stored, and a sync is requested; two more calls if the account is ' +
        'connected or disconnected at the same time',
    },
    baseUrls: ['auth'],
    // The provider is called once.
    timeout: 29,
  }),
};
