import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { createWebhookSecret } from '#shared/outgoing/sign-webhook.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { WebhookTarget } from './registration.store.ts';
import * as registrations from './registration.store.ts';
import { toWebhookContext, type Webhook } from './webhook.ts';
import type { TargetCommand, WebhookCommand } from './webhook-command.ts';
import type { WebhookProblem } from './webhook-problem.ts';
import { findControlProblem, findPlaceProblem, readTarget } from './webhook-target.ts';

/** A webhook with its new secret, which cannot be read again. */
export interface WebhookAndSecret {
  webhook: Webhook;
  secret: string;
}

/** Creates a webhook of an application, if the receiver returns a challenge. */
export async function createWebhook(
  request: TargetCommand<'get' | 'put' | 'update' | 'transact'>,
  sent: WebhookTarget,
): Promise<Result<WebhookAndSecret, WebhookProblem>> {
  const { table, mainUrl, subject } = request;
  const { client_id } = subject;
  const read = readTarget(sent, mainUrl);
  if (!read.ok) return read;
  const target = read.value;
  const findTaken = () => findPlaceProblem(table, client_id, target, { isNew: true });
  const taken = await findTaken();
  if (taken) return failure(taken);

  const secret = createWebhookSecret();
  const candidate = { url: target.url, secrets: [secret] };
  const refusal = await findControlProblem(request, candidate);
  if (refusal) return failure(refusal);

  const webhook = await buildWebhook(request, target, secret);
  const isCreated = await registrations.create(table, webhook);
  if (!isCreated) return failure((await findTaken()) ?? { code: 'changed' });
  audit('webhook_created', { ...subject, webhook_id: webhook.id });
  return success({ webhook, secret });
}

async function buildWebhook(
  { now, subject: { client_id } }: WebhookCommand<never>,
  target: WebhookTarget,
  secret: string,
): Promise<Webhook> {
  const id = newId(now);
  const context = toWebhookContext({ client_id, id });
  return {
    id,
    client_id,
    ...target,
    secret: await encryptEnvelope(secret, context, getDataKeys()),
    state: 'active',
    failures: 0,
    wakes: 0,
    created_datetime: now.toISOString(),
  };
}
