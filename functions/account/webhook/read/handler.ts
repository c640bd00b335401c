import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { presentWebhook } from '../registration.ts';
import { requireWebhook } from '../webhook-commands.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { limiter, table: openTable }, async (request) => {
  const { caller, params, links } = request;
  const webhook = await requireWebhook(request, caller.client_id, params.id);
  return { status: 200, body: presentWebhook(webhook, links) };
});
