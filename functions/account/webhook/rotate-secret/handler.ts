import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { presentWebhook } from '../registration.ts';
import { rotateWebhook, toWebhookCommand } from '../webhook-commands.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { params, links, fail } = request;
  const { id } = params;
  const rotated = await rotateWebhook(toWebhookCommand(request), id);
  const { webhook, secret } = requireFound(rotated, { kind: 'webhook', id }, fail);
  return { status: 200, body: { ...presentWebhook(webhook, links), secret } };
});
