import { providerClientContext } from '#functions/connections/provider-credentials/client.keys.ts';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';

/** The number of events of a request that are processed. */
export const maxEvents = 100;

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/provider_webhook/{address}/',
  summary: 'Receive a webhook',
  internal: true,
  errorShape: 'oauth',
  auth: 'public',
  request: { text: true },
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
});
