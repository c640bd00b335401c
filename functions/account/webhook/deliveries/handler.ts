import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { openTable } from '#shared/table/table.ts';
import { listDeliveries } from '../delivery.store.ts';
import { presentDelivery } from '../delivery-representation.ts';
import { toDeliveryCollection } from '../registration.ts';
import * as webhooks from '../webhook.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, params: { id }, query, table, links, fail }) => {
    const found = await webhooks.find(table, caller.client_id, id);
    const webhook = requireFound(found, { kind: 'webhook', id }, fail);
    const { deliveries, next } = await listDeliveries(table, webhook.id, query);
    const linkTo = (cursor: string | undefined) =>
      links.collection(
        toDeliveryCollection(webhook.id),
        compact({ limit: query.limit, cursor }),
      );
    const _links = compact({
      self: linkTo(query.cursor),
      next: next === undefined ? undefined : linkTo(next),
      documentation: links.documentation('webhook'),
    });
    const _embedded = { deliveries: deliveries.map(presentDelivery) };
    return { status: 200, body: { _links, _embedded } };
  },
);
