import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { WebhookChange, WebhookRepresentation } from '../registration.ts';
import { webhookContext } from '../webhook.keys.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'PUT',
  path: '/webhook/{id}/',
  operationId: 'updateWebhook',
  summary: 'Update, disable or enable a webhook',
  description:
    'Updates the fields that are sent. A new URL must return a challenge, as a new webhook must. ' +
    'Enabling a webhook sends the events since the first failure, or since it was disabled, of ' +
    'at most 30 days. What the operator has disabled, only the operator enables.',
  auth: 'application',
  scope: 'any',
  request: { json: WebhookChange },
  responses: {
    200: { description: 'The updated webhook.', body: WebhookRepresentation },
  },
  errors: [
    'validation_failed',
    'not_found',
    'webhook_exists',
    'webhook_locked',
    'too_many_requests',
  ],
  stores: {
    table: ['get', 'query', 'put', 'update', 'transact'],
    encryption: { decrypts: [webhookContext] },
  },
  storeCalls: {
    max: 6,
    reason:
      'the webhook and those of the application are read before a challenge, which is counted; ' +
      'then one transaction changes the target, and one the state; the result is read',
  },
  baseUrls: ['main'],
  timeout: 20,
  examples: [
    {
      summary: 'Other types of events',
      body: { types: ['diary_entry.created', 'user.erased'] },
      status: 200,
    },
  ],
});
