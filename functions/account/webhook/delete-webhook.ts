import { audit } from '#shared/runtime/audit.ts';
import * as registrations from './registration.store.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookCommand } from './webhook-command.ts';

/** Deletes a webhook. Returns false if it was changed meanwhile. */
export async function deleteWebhook(
  { table, subject }: WebhookCommand<'update' | 'delete' | 'transact'>,
  webhook: Webhook,
): Promise<boolean> {
  const isRemoved = await registrations.remove(table, webhook);
  if (isRemoved) audit('webhook_deleted', { ...subject, webhook_id: webhook.id });
  return isRemoved;
}
