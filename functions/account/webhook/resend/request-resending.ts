import { type Fail, requireFound } from '#shared/http/handler.ts';
import type { Webhook } from '../webhook.ts';
import { resendAllSince, resendOne, type WebhookCommand } from '../webhook-commands.ts';

/** What to send again: a delivery, or all events since a time. */
interface Resending {
  delivery_id?: string | undefined;
  since?: Date | undefined;
}

/** Sends a delivery, or all events since a time, to a webhook again. Throws why it cannot. */
export async function requestResending(
  command: WebhookCommand<'get' | 'put' | 'update' | 'transact'>,
  webhook: Webhook,
  { delivery_id, since }: Resending,
  fail: Fail<'validation_failed' | 'not_found' | 'too_many_requests'>,
): Promise<void> {
  if (webhook.state === 'disabled') {
    const failures = { __all__: ['the webhook is disabled; enable it first'] };
    throw fail('validation_failed', { failures });
  }
  if (delivery_id !== undefined) {
    const isResent = await resendOne(command, webhook, delivery_id);
    requireFound(isResent, { kind: 'delivery', id: delivery_id }, fail);
  }
  if (since !== undefined) {
    const isRequested = await resendAllSince(command, webhook, since);
    if (!isRequested) throw fail('too_many_requests', { seconds: 60 });
  }
}
