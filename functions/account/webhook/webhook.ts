import type { Envelope } from '#shared/encryption/envelope.ts';
import type { webhookContext } from './webhook.keys.ts';

/** The most webhooks of an application. */
export const maxWebhooks = 5;

/**
 * `active`: events are sent when they happen. `degraded`: the last deliveries failed, so one at a
 * time is tried and the others wait. `disabled`: nothing is sent.
 */
export const webhookStates = ['active', 'degraded', 'disabled'] as const;
export type WebhookState = (typeof webhookStates)[number];

/**
 * Why a webhook is disabled: by its application, by the operator, because the receiver answered
 * 410, or because deliveries failed for days.
 */
export const disabledReasons = ['application', 'operator', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A webhook as it is stored: where and how events are sent to an application. */
export interface Webhook {
  id: string;
  client_id: string;
  url: string;
  /** Names of types, `*`, or all types of a resource, e.g. `diary_entry.*`. Sorted. */
  types: readonly string[];
  secret: Envelope;
  /** The replaced secret. Until it expires, deliveries are signed with both. */
  previous_secret?: Envelope;
  previous_secret_expires_datetime?: string;
  state: WebhookState;
  disabled_reason?: DisabledReason;
  disabled_datetime?: string;
  created_datetime: string;
  /** When the first of the failures in a row happened. */
  failing_since?: string;
  /** The failures in a row. */
  failures: number;
  /** When a degraded webhook is tried next. */
  probe_at?: string;
  /** The tries that failed since it is degraded. */
  probes?: number;
  /** Whether deliveries are due before their time, because an earlier one succeeded at last. */
  is_catching_up?: boolean;
  /** The right of the one worker that sends to this webhook, and when it ends. */
  lease_id?: string;
  lease_expires_datetime?: string;
  /** When something was last left to be sent later, which the index may not list yet. */
  pending_datetime?: string;
  /** The number of times that something was left to be sent since a worker looked last. */
  wakes: number;
  /** Until then, a prompt worker leaves everything to another one (ISO 8601). */
  slow_until_datetime?: string;
  /** Since when events are sent again, until all of them are stored (ISO 8601). */
  missed_since?: string;
  /** When the application last asked for the events since a time again. */
  resent_datetime?: string;
}

/** The receiver of a webhook, with the secrets that sign what it gets. */
export interface Receiver {
  url: string;
  secrets: readonly string[];
}

/** Returns whether a webhook selects the events of a type, e.g. `diary_entry.created`. */
export function selectsType({ types }: Pick<Webhook, 'types'>, type: string): boolean {
  const [resource] = type.split('.');
  return types.some((name) => name === '*' || name === type || name === `${resource}.*`);
}

/** The identity of a webhook. */
export type WebhookIds = Pick<Webhook, 'client_id' | 'id'>;

/** Returns the encryption context of the secrets of a webhook. */
export function toWebhookContext({
  client_id,
  id,
}: WebhookIds): Record<(typeof webhookContext)[number], string> {
  return { client_id, webhook_id: id };
}
