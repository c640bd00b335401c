import * as z from 'zod/mini';
import { RemoteId } from '#functions/connections/provider-definition/readings.ts';
import {
  isSigned,
  type ReceiveWebhook,
  rejectedWebhook,
  type WebhookEvent,
  type WebhookOutcome,
} from '#functions/connections/provider-definition/webhook.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';

const Ping = z.object({ event: z.literal('PING') });
const ExerciseEvent = z.object({ user_id: RemoteId, entity_id: RemoteId });
const SleepEvent = z.object({
  event: z.literal('SLEEP'),
  user_id: RemoteId,
  date: z.catch(z.optional(z.iso.date()), undefined),
});
const NamedEvent = z.object({ event: z.string() });

/**
 * Receives a webhook of Polar. The signature secret is issued after the first ping, so a ping needs
 * no signature; it reports nothing.
 */
const receivePolarWebhook: ReceiveWebhook = ({ header, body }, { webhook_secret }) => {
  const value = tryParseJson(body);
  if (Ping.safeParse(value).success) return { status: 200, events: [] };

  const sent = header('polar-webhook-signature');
  const signature = { secret: webhook_secret, content: body, sent };
  if (!isSigned({ ...signature, encoding: 'hex' })) return rejectedWebhook;
  return readEvent(value);
};

export default receivePolarWebhook;

function readEvent(value: unknown): WebhookOutcome {
  const named = NamedEvent.safeParse(value);
  const night = SleepEvent.safeParse(value);
  if (night.success) return { status: 200, events: toSleepEvents(night.data) };
  if (named.success && named.data.event !== 'EXERCISE')
    return { status: 200, events: [] };

  const parsed = ExerciseEvent.safeParse(value);
  if (!named.success || !parsed.success) return { status: 400, events: [] };
  const { user_id, entity_id } = parsed.data;
  const event = { kind: 'changed', remote_id: user_id, workout_id: entity_id } as const;
  return { status: 200, events: [event] };
}

/** Returns the events of a night, whose recovery arrives with it. */
function toSleepEvents({ user_id, date }: z.output<typeof SleepEvent>): WebhookEvent[] {
  const changed_since = date === undefined ? undefined : `${date}T00:00:00.000Z`;
  return ['sleep', 'recharge'].map((measurement_kind) => ({
    kind: 'changed',
    remote_id: user_id,
    measurement_kind,
    ...compact({ changed_since }),
  }));
}
