import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { createWebhookSecret } from '#shared/outgoing/sign-webhook.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { WebhookAndSecret } from './create-webhook.ts';
import * as registrations from './registration.store.ts';
import { toWebhookContext } from './webhook.ts';
import type { WebhookCommand } from './webhook-command.ts';

/** Gives a webhook a new secret. Returns undefined if the webhook does not exist. */
export async function rotateWebhook(
  { table, now, subject }: WebhookCommand<'update'>,
  id: string,
): Promise<WebhookAndSecret | undefined> {
  const ids = { client_id: subject.client_id, id };
  const secret = createWebhookSecret();
  const envelope = await encryptEnvelope(secret, toWebhookContext(ids), getDataKeys());
  const webhook = await registrations.rotateWebhookSecret(table, ids, envelope, now);
  if (!webhook) return undefined;
  audit('webhook_secret_rotated', { ...subject, webhook_id: id });
  return { webhook, secret };
}
