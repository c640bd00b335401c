import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { presentWebhook } from '../registration.ts';
import * as webhooks from '../webhook.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, params: { id }, table, links, fail }) => {
    const found = await webhooks.find(table, caller.client_id, id);
    const webhook = requireFound(found, { kind: 'webhook', id }, fail);
    return { status: 200, body: presentWebhook(webhook, links) };
  },
);
