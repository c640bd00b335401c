import { consumeOfDay } from '#functions/auth/attempts/attempts.store.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { findReceiverFault } from '#shared/outgoing/send-to-receiver.ts';
import { createWebhookSecret } from '#shared/outgoing/sign-webhook.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import { proveControl } from './prove-control.ts';
import type { WebhookTarget } from './registration.store.ts';
import * as registrations from './registration.store.ts';
import * as webhooks from './webhook.store.ts';
import { maxWebhooks, type Receiver, toWebhookContext, type Webhook } from './webhook.ts';
import type {
  TargetCommand,
  WebhookAndSecret,
  WebhookCommand,
} from './webhook-commands.ts';
import type { WebhookProblem } from './webhook-problem.ts';

/** Creates a webhook of an application, if the receiver returns a challenge. */
export async function createWebhook(
  request: TargetCommand<'query' | 'put' | 'update' | 'check' | 'transact'>,
  sent: WebhookTarget,
): Promise<Result<WebhookAndSecret, WebhookProblem>> {
  const { table, mainUrl, subject, audit } = request;
  const { client_id } = subject;
  const read = readTarget(sent, mainUrl);
  if (!read.ok) return read;
  const target = read.value;

  const findTaken = () => findPlaceProblem(table, client_id, target);
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
    secret: await encryptEnvelope(secret, context, openDataKeys()),
    state: 'active',
    failures: 0,
    wakes: 0,
    created_datetime: now.toISOString(),
  };
}

/**
 * Gives a webhook another URL, whose receiver must return a challenge, or other types. Returns why
 * it cannot have them, or undefined.
 */
export async function changeWebhook(
  request: TargetCommand<'query' | 'update' | 'transact'>,
  webhook: Webhook,
  sent: WebhookTarget,
): Promise<WebhookProblem | undefined> {
  const { table, now, mainUrl, subject, audit } = request;
  const read = readTarget(sent, mainUrl);
  if (!read.ok) return read.error;
  const target = read.value;
  if (isSameTarget(target, webhook)) return undefined;
  if (webhook.disabled_reason === 'operator') return { code: 'operator' };

  const { client_id, id: webhook_id } = webhook;
  const taken = await findPlaceProblem(table, client_id, target, webhook_id);
  if (taken) return taken;

  if (target.url !== webhook.url) {
    const secrets = await webhooks.decryptSecrets(webhook, openDataKeys(), now);
    const refusal = await findControlProblem(request, { url: target.url, secrets });
    if (refusal) return refusal;
  }

  const isChanged = await registrations.changeTarget(table, webhook, target);
  if (!isChanged) return { code: 'changed' };
  audit('webhook_updated', { ...subject, webhook_id });
  return undefined;
}

/**
 * Returns a target as it is stored: without a fragment, and with each type once, sorted. Fails if
 * the URL is none to which the service sends.
 */
function readTarget(
  { url, types }: WebhookTarget,
  mainUrl: string,
): Result<WebhookTarget, WebhookProblem> {
  const fault = findReceiverFault(url, mainUrl);
  if (fault) return failure({ code: 'url', fault });
  const { origin, pathname, search } = new URL(url);
  return success({ url: origin + pathname + search, types: [...new Set(types)].sort() });
}

/**
 * Returns why a webhook cannot have a target. `webhook_id` is its id, unless it is new. An address
 * where the operator has disabled a webhook takes no other one, whatever its query or its types.
 */
async function findPlaceProblem(
  table: Table<'query'>,
  client_id: string,
  target: WebhookTarget,
  webhook_id?: string,
): Promise<WebhookProblem | undefined> {
  const all = await webhooks.listOfClient(table, client_id);
  const others = all.filter(({ id }) => id !== webhook_id);
  const isLocked = ({ url, disabled_reason }: Webhook) =>
    disabled_reason === 'operator' && toAddress(url) === toAddress(target.url);
  if (others.some(isLocked)) return { code: 'operator' };
  if (others.some((other) => isSameTarget(other, target))) return { code: 'exists' };
  return others.length >= maxWebhooks ? { code: 'too_many' } : undefined;
}

function isSameTarget(one: WebhookTarget, other: WebhookTarget): boolean {
  return one.url === other.url && String(one.types) === String(other.types);
}

/** Returns a URL without its query, which most receivers ignore. */
function toAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** The most challenges of an application in a day: their addresses can be somebody else's. */
export const challengesOfDay = 100;

/** Returns why the receiver at a URL does not get events, or undefined if it wants them. */
async function findControlProblem(
  { table, now, mainUrl, subject }: TargetCommand<'update'>,
  candidate: Receiver,
): Promise<WebhookProblem | undefined> {
  const parts = ['webhook_challenge', subject.client_id];
  const seconds = await consumeOfDay(table, parts, challengesOfDay, now);
  if (seconds > 0) return { code: 'too_many_challenges', seconds };
  const challengeFailure = await proveControl(candidate, mainUrl, now);
  return challengeFailure && { code: 'challenge', failure: challengeFailure };
}
