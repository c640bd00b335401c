import * as z from 'zod/mini';
import { RemoteId } from '#functions/connections/provider-definition/readings.ts';
import {
  isSigned,
  type ReceiveWebhook,
  rejectedWebhook,
  type WebhookEvent,
} from '#functions/connections/provider-definition/webhook.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';

const WhoopEvent = z.object({ user_id: RemoteId, id: RemoteId, type: z.string() });

/** The age of a signed message in milliseconds: retries follow within about an hour. */
const maxAgeMs = 2 * 3_600_000;

const kinds = new Map<string, WebhookEvent['kind']>([
  ['workout.updated', 'changed'],
  ['workout.deleted', 'deleted'],
]);

/**
 * Receives a webhook of WHOOP: the client secret signs the timestamp in milliseconds and the raw
 * body.
 */
const receiveWhoopWebhook: ReceiveWebhook = (
  { header, body },
  { client_secret, now },
) => {
  const timestamp = header('x-whoop-signature-timestamp') ?? '';
  const isValid = isSigned({
    secret: client_secret,
    content: timestamp + body,
    encoding: 'base64',
    sent: header('x-whoop-signature'),
  });
  const isRecent = Math.abs(now.getTime() - Number(timestamp)) <= maxAgeMs;
  if (!isValid || !isRecent) return rejectedWebhook;

  const parsed = WhoopEvent.safeParse(tryParseJson(body));
  if (!parsed.success) return { status: 400, events: [] };

  const { user_id, id, type } = parsed.data;
  const kind = kinds.get(type);
  if (kind)
    return { status: 200, events: [{ kind, remote_id: user_id, workout_id: id }] };
  const [, measurement_kind] = /^(sleep|recovery)\.(?:updated|deleted)$/.exec(type) ?? [];
  if (measurement_kind === undefined) return { status: 200, events: [] };
  const event = { kind: 'changed', remote_id: user_id, measurement_kind } as const;
  return { status: 200, events: [event] };
};

export default receiveWhoopWebhook;
