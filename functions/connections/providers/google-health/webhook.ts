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
    dataType: z.literal('exercise'),
    intervals: z.catch(z.optional(z.array(ChangedInterval)), undefined),
  }),
});

/** A notification of a workout, or null for any other, so that one does not hide the others. */
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
  const exercises = parsed.data.filter((notification) => notification !== null);
  const events = exercises.map(
    ({ data: { healthUserId, operation, intervals = [] } }): WebhookEvent => {
      const starts = intervals.map(({ physicalTimeInterval: { startTime } }) =>
        new Date(startTime).toISOString(),
      );
      const [changed_since] = starts.toSorted();
      return {
        kind: operation === 'DELETE' ? 'deleted' : 'changed',
        remote_id: healthUserId,
        ...compact({ changed_since }),
      };
    },
  );
  return { status: 204, events };
};

export default receiveGoogleHealthWebhook;
