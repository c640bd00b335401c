import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { requireWebhook, toWebhookCommand } from '../webhook-commands.ts';
import endpoint from './endpoint.ts';
import { requestResending } from './request-resending.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, body, fail } = request;
  const webhook = await requireWebhook(request, caller.client_id, params.id);
  const { delivery_id, since } = body;
  const resending = { delivery_id, since: since === undefined ? since : new Date(since) };
  await requestResending(toWebhookCommand(request), webhook, resending, fail);
  return { status: 202 };
});
