import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import {
  NewWebhookRepresentation,
  WebhookCreation,
  WebhookWithSecret,
} from '../registration.ts';
import { webhookContext } from '../webhook.keys.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/webhook/',
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Sends a `webhook.challenge` to the URL. The receiver must return its `data.challenge` ' +
    'within 15 seconds, as `{"challenge": "..."}`. The response has the secret that signs ' +
    'deliveries, which cannot be read again. An application can have 5 webhooks, and ask for 100 ' +
    'challenges a day. The address of a webhook that the operator has disabled takes no other ' +
    'one, whatever its query.',
  auth: 'application',
  scope: 'any',
  request: { json: WebhookCreation, representationFor: () => NewWebhookRepresentation },
  responses: {
    201: {
      description: 'The new webhook.',
      body: WebhookWithSecret,
      headers: ['Location'],
    },
  },
  errors: ['validation_failed', 'webhook_exists', 'webhook_locked', 'too_many_requests'],
  stores: {
    table: ['query', 'put', 'update', 'check', 'transact'],
    encryption: { encrypts: [webhookContext] },
  },
  storeCalls: {
    max: 4,
    reason:
      'the webhooks are read and the challenge is counted before it, one transaction stores the ' +
      'new one, and if another request was faster, the webhooks are read again',
  },
  baseUrls: ['main'],
  timeout: 20,
  examples: [
    {
      summary: 'Changes of the diary',
      body: { url: 'https://app.example/events', types: ['diary_entry.*'] },
      status: 201,
    },
  ],
});
