import { audit } from '#shared/runtime/audit.ts';
import * as deliveries from './delivery.store.ts';
import * as registrations from './registration.store.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookCommand } from './webhook-command.ts';

/** Sends a delivery of a webhook again. Returns false if there is none with the id. */
export async function resendOne(
  { table, now, subject }: WebhookCommand<'get' | 'put'>,
  { id: webhook_id }: Webhook,
  delivery_id: string,
): Promise<boolean> {
  const found = await deliveries.findDelivery(table, webhook_id, delivery_id);
  const isResent = found && (await deliveries.resendDelivery(table, found, now));
  if (!isResent) return false;
  audit('webhook_resent', { ...subject, webhook_id });
  return true;
}

/**
 * Sends all events since a time to a webhook again. Returns false if that was asked for less than a
 * minute ago.
 */
export async function resendAllSince(
  { table, now, subject }: WebhookCommand<'put' | 'update' | 'transact'>,
  webhook: Webhook,
  since: Date,
): Promise<boolean> {
  const start = since.toISOString();
  const isRequested = await registrations.resendSince(table, webhook, start, now);
  if (isRequested) audit('webhook_resent', { ...subject, webhook_id: webhook.id });
  return isRequested;
}
