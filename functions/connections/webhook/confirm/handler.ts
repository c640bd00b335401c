import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { receiveWebhook } from '../receive/receive-webhook.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { table: openTable }, (request) =>
  receiveWebhook(request, { method: 'GET', query: request.query, body: '' }),
);
