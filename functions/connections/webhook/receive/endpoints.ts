import * as z from 'zod/mini';
import { providerClientContext } from '#functions/connections/provider-credentials/client.keys.ts';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';

/** The number of events of a request that are processed. */
export const maxEvents = 100;

const webhook = {
  ...mainInterface,
  path: '/provider_webhook/{address}/',
  internal: true,
  errorShape: 'oauth',
  auth: 'public',
  responses: {
    200: {
      description: 'What the provider expects as a confirmation.',
      body: 'application/json',
    },
    201: { description: 'The address is verified.' },
    204: { description: 'The events are accepted.' },
    400: { description: 'The request is not what the provider documents.' },
    403: { description: 'The request is not from the provider.' },
  },
  errors: ['not_found'],
  stores: {
    table: ['get', 'put', 'update'],
    encryption: { decrypts: [providerClientContext] },
  },
  storeCalls: {
    max: 1 + 3 * maxEvents,
    reason:
      'the client at the provider, and three calls for each account that is reported',
  },
} as const;

/** The endpoints of the address that a provider calls. One function serves both methods. */
export default {
  receive: defineEndpoint({
    ...webhook,
    method: 'POST',
    summary: 'Receive a webhook',
    request: { text: true },
  }),

  confirm: defineEndpoint({
    ...webhook,
    method: 'GET',
    summary: 'Confirm a webhook subscription',
    request: { query: z.record(z.string(), z.unknown()) },
  }),
};
