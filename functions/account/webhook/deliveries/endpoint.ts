import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, parameter } from '#shared/contract/schema.ts';
import { CursorLinks, Paging } from '#shared/hal/paging.ts';
import { DeliveryRepresentation } from '../delivery-representation.ts';

const DeliveryList = z
  .object({
    _links: CursorLinks,
    _embedded: z.object({ deliveries: z.array(DeliveryRepresentation) }),
  })
  .check(z.meta({ id: 'WebhookDeliveryList' }));

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/webhook/{id}/delivery/',
  hasCollection: false,
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook',
  description:
    'First those that wait for another try, then those of the last 7 days, newest first. A new ' +
    'delivery can take a second to be listed.',
  auth: 'application',
  scope: 'any',
  request: {
    query: z.object({
      limit: Paging.limit,
      cursor: described(
        z.optional(parameter().check(z.minLength(1), z.maxLength(300))),
        'Where the page begins, from the link `next` of the page before.',
      ),
    }),
  },
  responses: { 200: { description: 'One page of the list.', body: DeliveryList } },
  errors: ['not_found'],
  stores: { table: ['get', 'getEach', 'query'] },
  storeCalls: {
    max: 3,
    reason:
      'the webhook, a page of the keys of its deliveries, and the deliveries are read',
  },
});
