import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { presentWebhook } from '../registration.ts';
import { rotateWebhook, toWebhookCommand } from '../webhook-commands.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { limiter, table: openTable }, async (request) => {
  const { params, links, fail } = request;
  const { id } = params;
  const rotated = await rotateWebhook(toWebhookCommand(request), id);
  const { webhook, secret } = requireFound(rotated, { kind: 'webhook', id }, fail);
  return { status: 200, body: { ...presentWebhook(webhook, links), secret } };
});
