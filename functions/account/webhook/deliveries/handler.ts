import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { listDeliveries } from '../delivery.store.ts';
import { presentDelivery } from '../delivery-representation.ts';
import { toDeliveryCollection } from '../registration.ts';
import { requireWebhook } from '../webhook-commands.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, query, table, links } = request;
  const { id } = await requireWebhook(request, caller.client_id, params.id);
  const { deliveries, next } = await listDeliveries(table, id, query);
  const { limit } = query;
  const linkTo = (cursor: string | undefined) =>
    links.collection(toDeliveryCollection(id), compact({ limit, cursor }));
  const _links = compact({
    self: linkTo(query.cursor),
    next: next === undefined ? undefined : linkTo(next),
    documentation: links.documentation('webhook'),
  });
  const presented = deliveries.map((delivery) => presentDelivery(delivery, links));
  const _embedded = { deliveries: presented };
  return { status: 200, body: { _links, _embedded } };
});
