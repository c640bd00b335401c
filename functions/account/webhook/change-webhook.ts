import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { WebhookTarget } from './registration.store.ts';
import * as registrations from './registration.store.ts';
import * as webhooks from './webhook.store.ts';
import type { Webhook } from './webhook.ts';
import type { TargetCommand } from './webhook-command.ts';
import type { WebhookProblem } from './webhook-problem.ts';
import { findControlProblem, findPlaceProblem, readTarget } from './webhook-target.ts';

/**
 * Gives a webhook another URL, whose receiver must return a challenge, or other types. Returns why
 * it cannot have them, or undefined.
 */
export async function changeWebhook(
  request: TargetCommand<'get' | 'update' | 'transact'>,
  webhook: Webhook,
  sent: WebhookTarget,
): Promise<WebhookProblem | undefined> {
  const { table, now, mainUrl, subject } = request;
  const read = readTarget(sent, mainUrl);
  if (!read.ok) return read.error;
  const target = read.value;
  const isNewUrl = target.url !== webhook.url;
  if (!isNewUrl && String(target.types) === String(webhook.types)) return undefined;

  const { client_id, id: webhook_id } = webhook;
  const taken = await findPlaceProblem(table, client_id, target, { isNew: false });
  if (taken) return taken;
  if (isNewUrl) {
    const secrets = await webhooks.decryptSecrets(webhook, getDataKeys(), now);
    const refusal = await findControlProblem(request, { url: target.url, secrets });
    if (refusal) return refusal;
  }
  const isChanged = await registrations.changeTarget(table, webhook, target);
  if (!isChanged) return { code: 'changed' };
  audit('webhook_updated', { ...subject, webhook_id });
  return undefined;
}
