import * as z from 'zod/mini';
import {
  Reading,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import {
  type ReceiveWebhook,
  rejectedWebhook,
  type WebhookEvent,
  type WebhookOutcome,
  type WebhookRequest,
} from '#functions/connections/provider-definition/webhook.ts';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';

const StravaEvent = z.object({
  object_type: z.enum(['activity', 'athlete']),
  object_id: RemoteId,
  aspect_type: z.enum(['create', 'update', 'delete']),
  owner_id: RemoteId,
  /** Epoch seconds. */
  event_time: Reading,
  updates: z.catch(z.record(z.string(), z.unknown()), {}),
});
type StravaEvent = z.output<typeof StravaEvent>;

/**
 * Receives a webhook of Strava. Its signature is not documented well enough to rely on, so the
 * secret address of the callback protects it.
 */
const receiveStravaWebhook: ReceiveWebhook = (
  { method, query, body },
  { webhook_secret },
) => {
  if (method !== 'POST') return confirmSubscription(query, webhook_secret);

  const parsed = StravaEvent.safeParse(tryParseJson(body));
  if (!parsed.success) return { status: 400, events: [] };
  const event = toEvent(parsed.data);
  return { status: 200, events: event ? [event] : [] };
};

export default receiveStravaWebhook;

/** Echoes the challenge with which Strava confirms a new subscription. */
function confirmSubscription(
  query: WebhookRequest['query'],
  webhook_secret: string,
): WebhookOutcome {
  const { 'hub.challenge': challenge, 'hub.verify_token': token = '' } = query;
  const isOurToken = isEqualInConstantTime(token, webhook_secret);
  if (!challenge || !isOurToken) return rejectedWebhook;
  return { status: 200, body: { 'hub.challenge': challenge }, events: [] };
}

function toEvent({
  object_type,
  object_id,
  aspect_type,
  owner_id,
  event_time,
  updates,
}: StravaEvent): WebhookEvent | undefined {
  if (object_type === 'activity') {
    const kind = aspect_type === 'delete' ? 'deleted' : 'changed';
    return { kind, remote_id: owner_id, workout_id: object_id };
  }
  const isDeauthorized = String(updates.authorized) === 'false';
  const hasLeft = isDeauthorized || aspect_type === 'delete';
  if (!hasLeft) return undefined;
  const event = { kind: 'disconnected', remote_id: owner_id } as const;
  return { ...event, ...compact({ withdrawn_at: event_time }) };
}
