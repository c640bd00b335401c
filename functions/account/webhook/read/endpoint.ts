import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { WebhookRepresentation } from '../registration.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/webhook/{id}/',
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  auth: 'application',
  scope: 'any',
  responses: { 200: { description: 'The webhook.', body: WebhookRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
});
