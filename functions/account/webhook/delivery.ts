import type { SequencedEvent } from '#functions/account/event/event.ts';
import type { ReceiverFailure } from '#shared/outgoing/send-to-receiver.ts';
import { compact } from '#shared/runtime/compact.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { webhookKeys } from './webhook.keys.ts';

/** The notices about a person that a webhook gets besides the events of their log. */
export const noticeTypes = ['user.revoked', 'user.erased'] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Whether further tries follow, or how the last one ended. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The outcome of a try. */
export const tryOutcomes = [
  'success',
  'status',
  'timeout',
  'unreachable',
  'forbidden',
  'off',
  'malformed',
] as const satisfies readonly ('success' | ReceiverFailure['kind'])[];
export type TryOutcome = (typeof tryOutcomes)[number];

/** An event that is sent to a webhook, or a notice, with the tries until now. */
export interface WebhookDelivery {
  /** The `webhook-id` of all tries. It names the event and the user. */
  id: string;
  webhook_id: string;
  client_id: string;
  user_id: string;
  type: string;
  /** When it happened (ISO 8601). */
  timestamp: string;
  /** The event as the log has it: what the application may see is decided at each try. */
  event?: SequencedEvent;
  state: DeliveryState;
  tries: number;
  created_datetime: string;
  /** When the last try ended. */
  tried_datetime?: string;
  /** When the next try is due. Absent if none follows, or while the user has paused them. */
  next_try_datetime?: string;
  /** The tries until now, the oldest first. */
  past_tries?: readonly PastTry[];
  /** When the item expires, in seconds since 1970. */
  ttl: number;
}

/** A try that has ended, as it is stored and shown. */
export interface PastTry {
  ended_datetime: string;
  outcome: TryOutcome;
  /** The status of the response, if there was one. */
  status?: number;
  duration_ms: number;
}

/** A delivery that waits for its first try or the next one. */
export type PendingDelivery = WebhookDelivery & { state: 'pending' };

/** The seconds for which deliveries are kept: those that wait, and those that have ended. */
const lifetimes = { pending: 30 * daySeconds, ended: 7 * daySeconds };

/**
 * The seconds from the end of each try to the next one (Standard Webhooks 1.0.0), 75 hours in all.
 */
export const retryDelays = [
  5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;

/** The longest time that a receiver can ask for, in seconds. */
const maxRetryAfter = daySeconds;

/** The part of a delay that chance adds at most, so that many tries do not come at once. */
const maxJitter = 0.1;

/**
 * Returns the seconds until the next try after so many tries, or undefined if it was the last one.
 * `random` is at least 0 and less than 1.
 */
export function getRetryDelay(
  tries: number,
  retryAfter: number,
  random: number,
): number | undefined {
  const delay = retryDelays[tries - 1];
  if (delay === undefined) return undefined;
  return Math.max(delay * (1 + random * maxJitter), Math.min(retryAfter, maxRetryAfter));
}

/** The content of a delivery, and its webhook. */
export type NewDelivery = Pick<
  WebhookDelivery,
  'webhook_id' | 'client_id' | 'user_id' | 'type' | 'timestamp'
> &
  ({ event: SequencedEvent; event_id?: never } | { event_id: string; event?: never });

/** Returns a delivery whose first try is due now. */
export function buildDelivery(
  { webhook_id, client_id, user_id, type, timestamp, ...told }: NewDelivery,
  now: Date,
): PendingDelivery {
  const { event, event_id = event?.id ?? '' } = told;
  const created_datetime = now.toISOString();
  return {
    id: `${event_id}_${user_id}`,
    webhook_id,
    client_id,
    user_id,
    type,
    timestamp,
    ...compact({ event }),
    state: 'pending',
    tries: 0,
    created_datetime,
    next_try_datetime: created_datetime,
    ttl: toEpochSeconds(now) + lifetimes.pending,
  };
}

/** One try of a delivery. */
export interface DeliveryTry {
  outcome: TryOutcome;
  status?: number | undefined;
  duration_ms: number;
  /** The seconds after which the receiver wants the next try. */
  retryAfter?: number | undefined;
  /** When it ended. */
  ended: Date;
}

/** Returns a delivery after a try of it. `random` is at least 0 and less than 1. */
export function recordTry(
  { next_try_datetime: _, ...delivery }: WebhookDelivery,
  { outcome, status, duration_ms, retryAfter = 0, ended }: DeliveryTry,
  random: number,
): WebhookDelivery {
  const tries = delivery.tries + 1;
  const tried_datetime = ended.toISOString();
  const ended_datetime = tried_datetime;
  const past: PastTry = compact({ ended_datetime, outcome, status, duration_ms });
  const past_tries = [...(delivery.past_tries ?? []), past];
  const tried = { ...delivery, tries, tried_datetime, past_tries };
  const delay = getRetryDelay(tries, retryAfter, random);
  if (outcome !== 'success' && delay !== undefined) {
    const next = new Date(ended.getTime() + delay * 1000);
    return { ...tried, state: 'pending', next_try_datetime: next.toISOString() };
  }
  const state = outcome === 'success' ? 'delivered' : 'failed';
  return { ...tried, state, ttl: toEpochSeconds(ended) + lifetimes.ended };
}

/** Returns the ids in the id of a delivery. The user's is empty if it is no such id. */
export function parseDeliveryId(id: string): { event_id: string; user_id: string } {
  const [, event_id = '', user_id = ''] = /^(.+)_([0-9a-z-]+)$/.exec(id) ?? [];
  return { event_id, user_id };
}

/** Returns the key of a delivery. Notices are beside the data of their user, who may be erased. */
export function toDeliveryKey({
  id,
  webhook_id,
  client_id,
  user_id,
  event,
}: WebhookDelivery) {
  const { event_id } = parseDeliveryId(id);
  const name = `${webhook_id}#${event_id}`;
  return event
    ? webhookKeys.webhookDelivery(user_id, name)
    : webhookKeys.webhookNotice(client_id, name);
}

/**
 * Returns the attributes by which the index lists a delivery: those that are due by the time of
 * their next try, and those that have ended by the time of their last one. It lists none that is
 * paused.
 */
export function toListedAttributes({
  id,
  webhook_id,
  state,
  next_try_datetime,
  tried_datetime,
}: WebhookDelivery) {
  const [prefix, time] =
    state === 'pending' ? ['due', next_try_datetime] : ['done', tried_datetime];
  if (time === undefined) return {};
  const collection = webhookKeys.webhookDeliveries(webhook_id);
  return { collection, collection_sk: `${prefix}#${time}#${id}` };
}
