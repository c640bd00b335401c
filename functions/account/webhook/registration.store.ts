import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import type { Envelope } from '#shared/encryption/envelope.ts';
import { daySeconds } from '#shared/runtime/time.ts';
import {
  belowOrAbsent,
  type Condition,
  equals,
  exists,
  isAbsent,
  isNew,
  noneOf,
} from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { toJobCreation } from './delivery.store.ts';
import { webhookKeys } from './webhook.keys.ts';
import {
  type DisabledReason,
  maxWebhooks,
  type Webhook,
  type WebhookIds,
} from './webhook.ts';

/** The events and the address. No two webhooks of an application have the same target. */
export type WebhookTarget = Pick<Webhook, 'url' | 'types'>;

/** Returns the attribute with the id of the webhook that has a target. */
function toTargetName({ url, types }: WebhookTarget): string {
  return `target_${toDigest(JSON.stringify([url, types]))}`;
}

/**
 * Stores a new webhook. Returns false if its target is taken, if there are too many, or if the
 * application is disabled: one that is being deleted has only the webhooks of before.
 */
export async function create(
  table: Table<'put' | 'update' | 'check' | 'transact'>,
  webhook: Webhook,
): Promise<boolean> {
  const { client_id, id } = webhook;
  const name = toTargetName(webhook);
  const result = await table.transact([
    { put: { ...webhookKeys.webhook(client_id, id), ...webhook }, condition: isNew },
    {
      update: webhookKeys.webhookTargets(client_id),
      change: { set: { [name]: id }, increment: { count: 1 } },
      condition: { [name]: isAbsent, count: belowOrAbsent(maxWebhooks) },
    },
    {
      check: clientKeys.client(client_id),
      condition: { ...exists, disabled_datetime: isAbsent, approval: isAbsent },
    },
    { put: { ...webhookKeys.newestWebhook(), client_id, webhook_id: id }, condition: {} },
  ]);
  return meetsConditions(result);
}

/** What the operator has disabled stays as it is, and keeps its target. */
const isUnlocked: Condition = { ...exists, disabled_reason: noneOf(['operator']) };

/** Gives a webhook another target. Returns false if another one has it, or it was changed. */
export async function changeTarget(
  table: Table<'update' | 'transact'>,
  current: Webhook,
  { url, types }: WebhookTarget,
): Promise<boolean> {
  const { client_id, id } = current;
  const previous = toTargetName(current);
  const next = toTargetName({ url, types });
  const result = await table.transact([
    {
      update: webhookKeys.webhook(client_id, id),
      change: { set: { url, types } },
      condition: isUnlocked,
    },
    {
      update: webhookKeys.webhookTargets(client_id),
      change: { set: { [next]: id }, remove: [previous] },
      condition: { [previous]: equals(id), [next]: isAbsent },
    },
  ]);
  return meetsConditions(result);
}

/**
 * Deletes a webhook, whose target is free then. Returns false if it was changed meanwhile, or if
 * the operator has disabled it and it has to be unlocked.
 */
export async function deleteRegistration(
  table: Table<'update' | 'delete' | 'transact'>,
  webhook: Webhook,
  condition = isUnlocked,
): Promise<boolean> {
  const { client_id, id } = webhook;
  const name = toTargetName(webhook);
  const result = await table.transact([
    { delete: webhookKeys.webhook(client_id, id), condition },
    {
      update: webhookKeys.webhookTargets(client_id),
      change: { remove: [name], increment: { count: -1 } },
      condition: { [name]: equals(id) },
    },
  ]);
  return meetsConditions(result);
}

/**
 * Disables a webhook: nothing is sent to it from now on. Returns undefined if it does not exist, or
 * if the operator has disabled it, which stays so.
 */
export async function disableWebhook(
  table: Table<'update'>,
  { client_id, id }: WebhookIds,
  reason: DisabledReason,
  now: Date,
): Promise<Webhook | undefined> {
  const change = {
    set: { state: 'disabled', disabled_reason: reason },
    setIfAbsent: { disabled_datetime: now.toISOString() },
    remove: ['probe_at'],
  };
  const key = webhookKeys.webhook(client_id, id);
  const outcome = await table.update<Webhook>(key, change, isUnlocked);
  return outcome.done ? outcome.item : undefined;
}

/**
 * Enables a disabled webhook, and requests the events since the first failure, or since it was
 * disabled. Returns false if it is not disabled, or was changed meanwhile.
 */
export async function enableWebhook(
  table: Table<'put' | 'update' | 'transact'>,
  webhook: Webhook,
  now: Date,
): Promise<boolean> {
  const { client_id, id, disabled_reason } = webhook;
  if (webhook.state !== 'disabled') return false;
  const { missed_since, failing_since, disabled_datetime } = webhook;
  const times = [missed_since, failing_since, disabled_datetime, now.toISOString()];
  const [since = ''] = times.filter((time) => time !== undefined).sort();
  const result = await table.transact([
    {
      update: webhookKeys.webhook(client_id, id),
      change: {
        set: { state: 'active', failures: 0, missed_since: since },
        remove: ['disabled_reason', 'disabled_datetime', 'failing_since', 'probe_at'],
      },
      condition: {
        state: equals('disabled'),
        disabled_reason: equals(disabled_reason),
      },
    },
    toJobCreation(webhook, { since }, now),
  ]);
  return meetsConditions(result);
}

/** Milliseconds between two requests to resend the events since a time. */
const resendIntervalMillis = 60_000;

/**
 * Requests the events since a time again. Returns false if the webhook is disabled, or did so less
 * than a minute ago.
 */
export async function resendSince(
  table: Table<'put' | 'update' | 'transact'>,
  { client_id, id }: WebhookIds,
  since: string,
  now: Date,
): Promise<boolean> {
  const earliest = new Date(now.getTime() - resendIntervalMillis).toISOString();
  const result = await table.transact([
    {
      update: webhookKeys.webhook(client_id, id),
      change: { set: { resent_datetime: now.toISOString() } },
      condition: {
        ...exists,
        state: noneOf(['disabled']),
        resent_datetime: belowOrAbsent(earliest),
      },
    },
    toJobCreation({ client_id, id }, { since }, now),
  ]);
  return meetsConditions(result);
}

/** Milliseconds for which a replaced secret signs, too, so that no receiver misses a delivery. */
const overlapMillis = daySeconds * 1000;

/**
 * Gives a webhook a new secret. The current one signs deliveries for 24 more hours, and an older
 * one no longer. Returns undefined if the webhook does not exist, or does not meet the condition.
 */
export async function rotateWebhookSecret(
  table: Table<'update'>,
  { client_id, id }: WebhookIds,
  { secret, condition = {} }: { secret: Envelope; condition?: Condition | undefined },
  now: Date,
): Promise<Webhook | undefined> {
  const expires = new Date(now.getTime() + overlapMillis).toISOString();
  const change = {
    set: { secret, previous_secret_expires_datetime: expires },
    copy: { previous_secret: 'secret' },
  };
  const key = webhookKeys.webhook(client_id, id);
  const outcome = await table.update<Webhook>(key, change, { ...exists, ...condition });
  return outcome.done ? outcome.item : undefined;
}

/**
 * Deletes the list of the targets of an application that has no webhook any more. The webhook that
 * was created last keeps its id, from which others see that there was one, but not its application.
 */
export async function deleteTargets(
  table: Table<'update' | 'delete'>,
  client_id: string,
): Promise<void> {
  const change = { remove: ['client_id'] };
  const isOfClient = { client_id: equals(client_id) };
  await table.update(webhookKeys.newestWebhook(), change, isOfClient);
  await table.delete(webhookKeys.webhookTargets(client_id), exists);
}

/** Notes that the deliveries of all events since a time are stored, so that none is missed. */
export async function endResending(
  table: Table<'update'>,
  { client_id, id }: WebhookIds,
  since: string,
): Promise<void> {
  const key = webhookKeys.webhook(client_id, id);
  const change = { remove: ['missed_since'] };
  await table.updateWithoutReturnValues(key, change, { missed_since: equals(since) });
}
