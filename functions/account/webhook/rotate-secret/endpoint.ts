import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { WebhookWithSecret } from '../registration.ts';
import { webhookContext } from '../webhook.keys.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/webhook/{id}/secret/',
  hasCollection: false,
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Returns a new secret, which cannot be read again. For 24 hours, deliveries have a signature ' +
    'by each of the two secrets. An older secret signs no more.',
  auth: 'application',
  scope: 'any',
  responses: {
    200: { description: 'The webhook and its new secret.', body: WebhookWithSecret },
  },
  errors: ['not_found'],
  stores: { table: ['update'], encryption: { encrypts: [webhookContext] } },
});
