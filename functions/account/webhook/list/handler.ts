import { presentPage } from '#shared/hal/paging.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { presentWebhook } from '../registration.ts';
import * as webhooks from '../webhook.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, query, table, links }) => {
    const all = await webhooks.listOfClient(table, caller.client_id);
    const body = presentPage(all, query, links, {
      resource: 'webhook',
      name: 'webhooks',
      present: (webhook) => presentWebhook(webhook, links),
    });
    return { status: 200, body };
  },
);
