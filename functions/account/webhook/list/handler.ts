import { presentPage } from '#shared/hal/paging.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { presentWebhook } from '../registration.ts';
import * as webhooks from '../webhook.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, links } = request;
  const all = await webhooks.listOfClient(table, caller.client_id);
  const body = presentPage(all, query, links, {
    resource: 'webhook',
    name: 'webhooks',
    present: (webhook) => presentWebhook(webhook, links),
  });
  return { status: 200, body };
});
