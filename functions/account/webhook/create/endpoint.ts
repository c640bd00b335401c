import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { webhookContext } from '#shared/contract/resources.ts';
import { WebhookCreation, WebhookWithSecret } from '../registration.ts';

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
    'challenges a day.',
  auth: 'application',
  scope: 'any',
  request: { json: WebhookCreation },
  responses: {
    201: {
      description: 'The new webhook.',
      body: WebhookWithSecret,
      headers: ['Location'],
    },
  },
  errors: ['validation_failed', 'webhook_exists', 'too_many_requests'],
  stores: {
    table: ['get', 'put', 'update', 'transact'],
    encryption: { encrypts: [webhookContext] },
  },
  storeCalls: {
    max: 4,
    reason:
      'the targets are read and the challenge is counted before it, one transaction stores the ' +
      'webhook, and if another request was faster, the targets are read again',
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
