import { apiDependencies } from '#shared/http/dependencies.ts';
import { withLocation } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { createWebhook } from '../register-webhook.ts';
import { presentWebhook } from '../registration.ts';
import { toWebhookCommand } from '../webhook-commands.ts';
import { toWebhookError } from '../webhook-problem.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { body, baseUrls, links, fail } = request;
  const creation = { ...toWebhookCommand(request), mainUrl: baseUrls.main };
  const created = await createWebhook(creation, body);
  if (!created.ok) throw toWebhookError(created.error, fail);
  const { webhook, secret } = created.value;
  return withLocation(201, { ...presentWebhook(webhook, links), secret });
});
