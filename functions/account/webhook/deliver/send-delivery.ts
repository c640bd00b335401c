import type { VisibleEvent } from '#functions/account/event/event.ts';
import { readRetryAfter } from '#shared/outgoing/outgoing.ts';
import type {
  ReceiverOutcome,
  ReceiverRequest,
} from '#shared/outgoing/send-to-receiver.ts';
import { signWebhook } from '#shared/outgoing/sign-webhook.ts';
import { compact, pick } from '#shared/runtime/compact.ts';
import { log } from '#shared/runtime/log.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import type { DeliveryTry, WebhookDelivery } from '../delivery.ts';
import type { Receiver } from '../webhook.ts';

/** Sends a request to the address of a receiver. Never throws. */
export type SendToUrl = (
  url: string,
  request: ReceiverRequest,
) => Promise<ReceiverOutcome>;

/** The statuses of which the header `Retry-After` counts (Standard Webhooks 1.0.0). */
const waitingStatuses = [429, 502, 503, 504];

interface Sender {
  send: SendToUrl;
  getNow: () => Date;
  isPrompt: boolean;
}

/** Makes one try of a delivery. `event` is the event as the application sees it. */
export async function sendDelivery(
  { send, getNow, isPrompt }: Sender,
  { url, secrets }: Receiver,
  delivery: WebhookDelivery,
  event: VisibleEvent | undefined,
): Promise<DeliveryTry> {
  const started = getNow();
  const body = JSON.stringify(toBody(delivery, event));
  const headers = signWebhook(delivery.id, started, body, secrets);
  const outcome = await send(url, { headers, body });
  const ended = getNow();
  const duration_ms = ended.getTime() - started.getTime();
  const result = { ...readOutcome(outcome, ended), duration_ms, ended };
  logTry(delivery, result, isPrompt && result.outcome === 'timeout');
  return result;
}

/** Logs a try. The metrics of deliveries count these lines, but none that is cut off. */
function logTry(
  { client_id, webhook_id }: WebhookDelivery,
  { outcome: code, status, duration_ms }: DeliveryTry,
  isCut: boolean,
): void {
  log({
    level: code === 'success' || isCut ? 'info' : 'warn',
    event: isCut ? 'webhook_cut_off' : 'webhook_tried',
    client_id,
    webhook_id,
    code,
    status,
    duration_ms,
  });
}

function readOutcome(outcome: ReceiverOutcome, now: Date) {
  if (outcome.ok) return { outcome: 'success', status: outcome.value.status } as const;
  const { error } = outcome;
  if (error.kind !== 'status') return { outcome: error.kind };
  const { status } = error.response;
  const isWaiting = waitingStatuses.includes(status);
  const retryAfter = isWaiting ? readRetryAfter(error.response, now) : undefined;
  return { outcome: error.kind, status, retryAfter };
}

/** The members of an event that a receiver gets besides its type and time. */
const sentMembers = { resource: true, date: true, previous_date: true };

/** Returns the body of a delivery. It has ids and dates, and no values. */
function toBody(
  { type, timestamp, user_id, event: stored }: WebhookDelivery,
  event: VisibleEvent | undefined,
) {
  const about = event ? pick(event, sentMembers) : {};
  return {
    type: event?.type ?? type,
    timestamp: formatOffsetTime(timestamp),
    data: {
      user_id,
      ...compact({ event_id: stored?.id }),
      ...about,
    },
  };
}
