import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import endpoint from './endpoint.ts';
import { receiveWebhook } from './receive-webhook.ts';

export const handler = serve(endpoint, { table: openTable }, (request) =>
  receiveWebhook(request, { method: 'POST', query: {}, body: request.body }),
);
