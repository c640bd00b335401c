import { audit } from '#shared/runtime/audit.ts';
import * as registrations from './registration.store.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookCommand } from './webhook-command.ts';
import type { WebhookProblem } from './webhook-problem.ts';

/**
 * Disables a webhook. One that the operator has disabled stays as it is. Returns why it is not
 * disabled, or undefined.
 */
export async function switchOff(
  { table, now, subject }: WebhookCommand<'update'>,
  webhook: Webhook,
): Promise<WebhookProblem | undefined> {
  if (webhook.disabled_reason === 'operator') return undefined;
  const code = 'application';
  const disabled = await registrations.disableWebhook(table, webhook, code, now);
  if (!disabled) return { code: 'changed' };
  audit('webhook_disabled', { ...subject, webhook_id: webhook.id, code });
  return undefined;
}

/**
 * Enables a webhook, unless the operator has disabled it, and sends what it has missed. Returns why
 * it is not enabled, or undefined.
 */
export async function switchOn(
  { table, now, subject }: WebhookCommand<'put' | 'update' | 'transact'>,
  webhook: Webhook,
): Promise<WebhookProblem | undefined> {
  if (webhook.state !== 'disabled') return undefined;
  if (webhook.disabled_reason === 'operator') return { code: 'operator' };
  const isEnabled = await registrations.enableWebhook(table, webhook, now);
  if (!isEnabled) return { code: 'changed' };
  audit('webhook_enabled', { ...subject, webhook_id: webhook.id });
  return undefined;
}
