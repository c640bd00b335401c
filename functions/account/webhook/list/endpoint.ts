import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { WebhookRepresentation } from '../registration.ts';
import { maxWebhooks } from '../webhook.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/webhook/',
  operationId: 'listWebhooks',
  summary: 'List the webhooks of the application',
  description: 'Sorted by creation date.',
  auth: 'application',
  scope: 'any',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('webhooks', WebhookRepresentation),
    },
  },
  stores: { table: ['query'] },
  maxItems: maxWebhooks,
});
