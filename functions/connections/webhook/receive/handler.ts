import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { openTable } from '#shared/table/table.ts';
import endpoints from './endpoints.ts';
import { receiveWebhook } from './receive-webhook.ts';

const stores = { table: openTable };

/** Serves the webhooks of a provider, and its confirmation of their address. */
export const handler = serveEach(endpoints, {
  receive: serve(endpoints.receive, stores, (request) =>
    receiveWebhook(request, { method: 'POST', query: {}, body: request.body }),
  ),
  confirm: serve(endpoints.confirm, stores, (request) =>
    receiveWebhook(request, { method: 'GET', query: request.query, body: '' }),
  ),
});
