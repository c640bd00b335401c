import { apiDependencies } from '#shared/http/dependencies.ts';
import { type HandlerRequest, requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import type { Webhook } from '../webhook.ts';
import {
  requireWebhook,
  resendAllSince,
  resendOne,
  toWebhookCommand,
} from '../webhook-commands.ts';
import endpoint from './endpoint.ts';

type ResendRequest = HandlerRequest<typeof endpoint>;

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, body, fail } = request;
  const webhook = await requireWebhook(request, caller.client_id, params.id);
  requireEnabled(request, webhook);

  const { delivery_id, since } = body;
  const resending = toWebhookCommand(request);
  if (delivery_id !== undefined) {
    const isResent = await resendOne(resending, webhook, delivery_id);
    requireFound(isResent, { kind: 'delivery', id: delivery_id }, fail);
  }
  if (since !== undefined) {
    const isRequested = await resendAllSince(resending, webhook, new Date(since));
    if (!isRequested) throw fail('too_many_requests', { seconds: 60 });
  }
  return { status: 202 };
});

function requireEnabled({ fail }: ResendRequest, { state }: Webhook): void {
  if (state !== 'disabled') return;
  const failures = { __all__: ['the webhook is disabled; enable it first'] };
  throw fail('validation_failed', { failures });
}
