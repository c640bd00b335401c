import * as z from 'zod/mini';
import {
  Instant,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import {
  type ReceiveWebhook,
  rejectedWebhook,
  type WebhookEvent,
} from '#functions/connections/provider-definition/webhook.ts';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';

const Verification = z.object({ type: z.literal('verification') });

const ChangedInterval = z.object({
  physicalTimeInterval: z.object({ startTime: Instant }),
});

const Notification = z.object({
  data: z.object({
    healthUserId: RemoteId,
    operation: z.enum(['UPSERT', 'DELETE']),
    dataType: z.string(),
    intervals: z.catch(z.optional(z.array(ChangedInterval)), undefined),
  }),
});

/** Notifications, with null for one that is not as documented, so that it hides no others. */
const Notifications = z.array(z.catch(z.nullable(Notification), null));

/**
 * Receives a webhook of Google Health, which has our secret in the Authorization header. Google
 * verifies the address: it expects 201 with the secret, and 401 or 403 without it. It delivers a
 * notification again unless the response is 204.
 */
const receiveGoogleHealthWebhook: ReceiveWebhook = (
  { header, body },
  { webhook_secret },
) => {
  const hasSecret = isEqualInConstantTime(header('authorization') ?? '', webhook_secret);
  if (!hasSecret) return rejectedWebhook;

  const value = tryParseJson(body);
  if (Verification.safeParse(value).success) return { status: 201, events: [] };

  const parsed = Notifications.safeParse(value);
  if (!parsed.success) return { status: 400, events: [] };
  const known = parsed.data.filter((notification) => notification !== null);
  return { status: 204, events: known.flatMap(readEvents) };
};

export default receiveGoogleHealthWebhook;

/** The data types of which new values are read at once. Steps change all day. */
const measured = ['sleep', 'weight', 'body-fat', 'blood-glucose'];

function readEvents({
  data: { healthUserId, operation, dataType, intervals = [] },
}: z.output<typeof Notification>): WebhookEvent[] {
  const isMeasured = measured.includes(dataType);
  if (!isMeasured && dataType !== 'exercise') return [];
  const starts = intervals.map(({ physicalTimeInterval: { startTime } }) =>
    new Date(startTime).toISOString(),
  );
  const [changed_since] = starts.toSorted();
  const measurement_kind = isMeasured ? dataType : undefined;
  const kind = operation === 'DELETE' && !isMeasured ? 'deleted' : 'changed';
  return [
    { kind, remote_id: healthUserId, ...compact({ measurement_kind, changed_since }) },
  ];
}
