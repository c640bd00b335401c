import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/webhook/{id}/',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description:
    'Nothing more is sent to it, nor what waits for another try. What the operator has disabled ' +
    'stays.',
  auth: 'application',
  scope: 'any',
  responses: { 204: { description: 'The webhook is deleted.' } },
  errors: ['not_found', 'webhook_locked'],
  stores: { table: ['get', 'update', 'delete', 'transact'] },
  storeCalls: {
    max: 2,
    reason: 'the webhook is read, and deleted in one transaction that frees its target',
  },
});
