import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { deleteWebhook } from '../delete-webhook.ts';
import * as webhooks from '../webhook.store.ts';
import { toWebhookCommand } from '../webhook-command.ts';
import { toContention } from '../webhook-problem.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { limiter, table: openTable }, async (request) => {
  const { caller, params, table, fail } = request;
  const { id } = params;
  const found = await webhooks.find(table, caller.client_id, id);
  const webhook = requireFound(found, { kind: 'webhook', id }, fail);
  const isDeleted = await deleteWebhook(toWebhookCommand(request), webhook);
  if (!isDeleted) throw toContention();
  return { status: 204 };
});
