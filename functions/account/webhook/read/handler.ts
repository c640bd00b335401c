import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { presentWebhook } from '../registration.ts';
import { requireWebhook } from '../webhook-commands.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, links } = request;
  const webhook = await requireWebhook(request, caller.client_id, params.id);
  return { status: 200, body: presentWebhook(webhook, links) };
});
