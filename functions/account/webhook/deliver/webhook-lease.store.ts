import type { MailAttributes } from '#shared/mail/mail.ts';
import { compact } from '#shared/runtime/compact.ts';
import { getLeaseLimit } from '#shared/runtime/lease.ts';
import { atMostOrAbsent, equals, exists, noneOf } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { webhookKeys } from '../webhook.keys.ts';
import type { Webhook, WebhookIds } from '../webhook.ts';
import { healthMembers, type WebhookHealth } from './webhook-health.ts';

/** A lease ends after this time, in milliseconds. No invocation of the consumer takes as long. */
export const leaseMs = 90_000;

/** The index lists what was written at most this time ago, in milliseconds. */
export const indexLagMs = 60_000;

/** A webhook as its worker reads it, with the attributes by which the index lists it. */
export type LeasedWebhook = Webhook & { collection_sk?: string };

/**
 * `busy`: another worker has the lease, a degraded webhook is tried later, or a slow one not by
 * this worker. `ended`: it is disabled or deleted.
 */
type LeaseOutcome =
  | { outcome: 'leased'; webhook: LeasedWebhook }
  | { outcome: 'busy'; webhook: LeasedWebhook }
  | { outcome: 'ended' };

/** A worker that wants the lease of a webhook. */
interface Applicant {
  lease_id: string;
  /** Whether it leaves slow receivers to others. */
  isPrompt: boolean;
}

/** Takes the right to send to a webhook, unless another worker has it. */
export async function takeLease(
  table: Table<'update'>,
  { client_id, id }: WebhookIds,
  { lease_id, isPrompt }: Applicant,
  now: Date,
): Promise<LeaseOutcome> {
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const time = now.toISOString();
  const isFast = { slow_until_datetime: atMostOrAbsent(time) };
  const taken = await table.update<LeasedWebhook>(
    webhookKeys.webhook(client_id, id),
    { set: { lease_id, lease_expires_datetime: until } },
    {
      ...exists,
      state: noneOf(['disabled']),
      probe_at: atMostOrAbsent(time),
      lease_expires_datetime: atMostOrAbsent(getLeaseLimit(now, leaseMs).toISOString()),
      ...(isPrompt ? isFast : {}),
    },
  );
  if (taken.done) return { outcome: 'leased', webhook: taken.item };
  const { existing } = taken;
  if (!existing || existing.state === 'disabled') return { outcome: 'ended' };
  return { outcome: 'busy', webhook: existing };
}

/**
 * Notes that something is to be sent to a webhook. The worker that has the lease, or that takes it
 * next, then looks before it ends. Otherwise the timer finds the webhook. Returns the webhook,
 * unless it is disabled or deleted.
 */
export async function wake(
  table: Table<'update'>,
  { client_id, id, probe_at = '' }: WebhookIds & Pick<Webhook, 'probe_at'>,
  now: Date,
): Promise<LeasedWebhook | undefined> {
  const soon = new Date(now.getTime() + indexLagMs).toISOString();
  const change = {
    set: {
      pending_datetime: now.toISOString(),
      ...toWebhookDueAttributes({ client_id, id }, probe_at > soon ? probe_at : soon),
    },
    increment: { wakes: 1 },
  };
  const isEnabled = { ...exists, state: noneOf(['disabled']) };
  const key = webhookKeys.webhook(client_id, id);
  const woken = await table.update<LeasedWebhook>(key, change, isEnabled);
  return woken.done ? woken.item : undefined;
}

/** The end of a worker's run. */
export interface LeaseEnd {
  health: WebhookHealth;
  /** When something is to be sent next. */
  due?: string | undefined;
  /** When something was last left to be sent later. */
  pending_datetime?: string | undefined;
  /** Until when the receiver counts as slow, if it was slow. */
  slow_until_datetime?: string | undefined;
  /** The mail about a webhook that is disabled. */
  mail?: Partial<MailAttributes>;
}

/** `woken`: something else was left to be sent meanwhile. `lost`: the lease had ended. */
export type ReleaseOutcome =
  | { outcome: 'released' | 'lost' }
  | { outcome: 'woken'; webhook: LeasedWebhook };

/**
 * Gives a lease back, and stores the health. All wakes that the worker knows are done with. If the
 * application or the operator has changed the state meanwhile, that state stays.
 */
export async function releaseLease(
  table: Table<'update'>,
  { client_id, id, lease_id, wakes, state }: LeasedWebhook,
  { health, due, pending_datetime, slow_until_datetime, mail = {} }: LeaseEnd,
): Promise<ReleaseOutcome> {
  const key = webhookKeys.webhook(client_id, id);
  const ended = ['lease_id', 'lease_expires_datetime'];
  const absent = Object.keys(healthMembers).filter((name) => !(name in health));
  const dueAttributes =
    due === undefined ? {} : toWebhookDueAttributes({ client_id, id }, due);
  const unlisted = due === undefined ? ['collection', 'collection_sk'] : [];
  const times = compact({ pending_datetime, slow_until_datetime });
  const holdsLease = { lease_id: equals(lease_id) };
  const released = await table.update<LeasedWebhook>(
    key,
    {
      set: { ...health, ...times, ...dueAttributes, ...mail, wakes: 0 },
      remove: [...ended, ...absent, ...unlisted],
    },
    { ...holdsLease, wakes: equals(wakes), state: equals(state) },
  );
  if (released.done) return { outcome: 'released' };
  const { existing } = released;
  if (!existing || existing.lease_id !== lease_id) return { outcome: 'lost' };
  if (existing.state === state) return { outcome: 'woken', webhook: existing };
  await table.updateWithoutReturnValues(key, { remove: ended }, holdsLease);
  return { outcome: 'released' };
}

interface DueItem {
  collection_sk: string;
}

/** Lists what the index has of at most `limit` webhooks that are due. */
export function listDueWebhooks(
  table: Table<'query'>,
  limit: number,
  now: Date,
): Promise<DueItem[]> {
  const collection = webhookKeys.dueWebhooks();
  // Every datetime (ISO 8601) sorts after `0`, and `~` sorts after every id.
  const to = `${now.toISOString()}#~`;
  return table.queryPage<DueItem>({ collection, from: '0', to, limit });
}

/** The webhooks that are brought forward by one read of the index. */
const pageSize = 100;

/**
 * Makes all webhooks due now that wait for a later time, because the clock that planned that was
 * ahead. All that waits for them is then tried, and no worker of that clock keeps its lease.
 */
export async function bringWebhooksForward(
  table: Table<'query' | 'update'>,
  now: Date,
): Promise<void> {
  const collection = webhookKeys.dueWebhooks();
  for (let from = `${now.toISOString()}#~`; ; ) {
    const later = { collection, from, to: '~', limit: pageSize };
    const items = await table.queryPage<DueItem>(later);
    const last = items.at(-1);
    if (!last) return;
    for (const { collection_sk } of items) {
      const ids = parseDue(collection_sk);
      const due = toWebhookDueAttributes(ids, now.toISOString());
      const planned = ['probe_at', 'slow_until_datetime'];
      const change = {
        set: { ...due, pending_datetime: now.toISOString(), is_catching_up: true },
        remove: [...planned, 'lease_id', 'lease_expires_datetime'],
      };
      const isListed = { collection_sk: equals(collection_sk) };
      await table.update(webhookKeys.webhook(ids.client_id, ids.id), change, isListed);
    }
    from = `${last.collection_sk} `;
  }
}

/** Makes a webhook due again at a time, unless it is not due or is disabled meanwhile. */
export async function postpone(
  table: Table<'update'>,
  { collection_sk }: DueItem,
  at: Date,
): Promise<void> {
  const ids = parseDue(collection_sk);
  const key = webhookKeys.webhook(ids.client_id, ids.id);
  const change = { set: toWebhookDueAttributes(ids, at.toISOString()) };
  const postponed = await table.update<Webhook>(key, change, {
    collection_sk: equals(collection_sk),
  });
  if (!postponed.done || postponed.item.state !== 'disabled') return;
  const isDisabled = { state: equals('disabled') };
  await table.update(key, { remove: ['collection', 'collection_sk'] }, isDisabled);
}

/** Returns the attributes by which the timer finds a webhook at a time (ISO 8601). */
function toWebhookDueAttributes({ client_id, id }: WebhookIds, at: string) {
  return {
    collection: webhookKeys.dueWebhooks(),
    collection_sk: `${at}#${client_id}#${id}`,
  };
}

/** Returns the ids and the time in the sort key of the index. */
export function parseDue(collection_sk: string): WebhookIds & { at: string } {
  const [at = '', client_id = '', id = ''] = collection_sk.split('#');
  return { at, client_id, id };
}
