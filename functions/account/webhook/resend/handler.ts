import { type HandlerRequest, requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import * as deliveries from '../delivery.store.ts';
import * as registrations from '../registration.store.ts';
import * as webhooks from '../webhook.store.ts';
import type { Webhook } from '../webhook.ts';
import endpoint from './endpoint.ts';

type ResendRequest = HandlerRequest<typeof endpoint>;

export const handler = serve(endpoint, { table: openTable }, async (request) => {
  const { caller, params, body, table, now, requestId: request_id, fail } = request;
  const { client_id } = caller;
  const { id } = params;
  const found = await webhooks.find(table, client_id, id);
  const webhook = requireFound(found, { kind: 'webhook', id }, fail);
  requireEnabled(request, webhook);

  const { delivery_id, since } = body;
  if (delivery_id !== undefined) await resendDelivery(request, webhook, delivery_id);
  if (since !== undefined) {
    const start = new Date(since).toISOString();
    const isRequested = await registrations.resendSince(table, webhook, start, now);
    if (!isRequested) throw fail('too_many_requests', { seconds: 60 });
  }
  audit('webhook_resent', { request_id, client_id, webhook_id: id });
  return { status: 202 };
});

function requireEnabled({ fail }: ResendRequest, { state }: Webhook): void {
  if (state !== 'disabled') return;
  const failures = { __all__: ['the webhook is disabled; enable it first'] };
  throw fail('validation_failed', { failures });
}

/** Sends a delivery of the webhook again. Throws `not_found` if there is none with the id. */
async function resendDelivery(
  { table, now, fail }: ResendRequest,
  webhook: Webhook,
  id: string,
): Promise<void> {
  const found = await deliveries.findDelivery(table, webhook.id, id);
  const isResent = found && (await deliveries.resendDelivery(table, found, now));
  requireFound(isResent, { kind: 'delivery', id }, fail);
}
