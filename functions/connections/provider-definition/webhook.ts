import { createHmac } from 'node:crypto';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';

/** A request to our webhook endpoint, not yet verified. */
export interface WebhookRequest {
  method: 'GET' | 'HEAD' | 'POST';
  query: Readonly<Record<string, string>>;
  /** Returns the value of a header, or undefined if it is missing. */
  header(name: string): string | undefined;
  /** The raw body, over which signatures are computed. */
  body: string;
}

/** The secrets and the time that requests to a webhook are verified with. */
export interface WebhookVerification {
  client_secret: string;
  /** The secret that the operator and the provider share for webhooks. */
  webhook_secret: string;
  now: Date;
}

/**
 * A report of a provider. An event about a workout is only a hint: imports always fetch the data
 * that changed.
 *
 * - `changed`: a workout is new or edited. Without `workout_id`, list the account again.
 * - `deleted`: a workout was deleted. Without `workout_id`, list the account again.
 * - `disconnected`: the person withdrew our access at the provider.
 */
export interface WebhookEvent {
  kind: 'changed' | 'deleted' | 'disconnected';
  /** The provider's id of the account, which is `remote_id` of the connection. */
  remote_id: string;
  workout_id?: string;
  /** The kind of values of the body that have changed. Absent if the event is about workouts. */
  measurement_kind?: string;
  /** When the earliest of them started, in ISO 8601, if the provider says only that. */
  changed_since?: string;
  /** When the person withdrew our access, in epoch seconds, if the provider says. */
  withdrawn_at?: number;
}

/** The response that the provider expects, and what it reported. */
export interface WebhookOutcome {
  status: 200 | 201 | 204 | 400 | 403;
  /** Sent as JSON with the status 200. */
  body?: unknown;
  events: readonly WebhookEvent[];
}

/**
 * Verifies a request and parses its events, without any I/O. Returns a 4xx and no events if it is
 * not authentic.
 */
export type ReceiveWebhook = (
  request: WebhookRequest,
  verification: WebhookVerification,
) => WebhookOutcome;

/** The outcome of a request that cannot be verified. */
export const rejectedWebhook: WebhookOutcome = { status: 403, events: [] };

/** The signature of a webhook with HMAC-SHA-256. */
export interface Signature {
  secret: string;
  /** The signed text: the raw body, often after a timestamp. */
  content: string;
  encoding: 'hex' | 'base64';
  /** The signature that was sent. */
  sent: string | undefined;
}

/** Returns whether a webhook has a valid signature. Hexadecimal digits may be upper case. */
export function isSigned({ secret, content, encoding, sent }: Signature): boolean {
  if (!secret || !sent) return false;
  const expected = createHmac('sha256', secret).update(content).digest(encoding);
  return isEqualInConstantTime(expected, encoding === 'hex' ? sent.toLowerCase() : sent);
}
