import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { ItemLink, type Links } from '#shared/hal/links.ts';
import { formatOffsetTime, formatOptionalTime } from '#shared/runtime/time.ts';
import { deliveryStates, tryOutcomes, type WebhookDelivery } from './delivery.ts';

const TryRepresentation = deferred(() =>
  z
    .object({
      ended_datetime: described(
        z.string(),
        'When it ended.',
        '2026-11-20T09:30:01+00:00',
      ),
      outcome: described(
        z.enum(tryOutcomes),
        'How it ended. `status`: the response was not 2xx. `timeout`: it took longer than 15 ' +
          'seconds. `forbidden`: the address is none that may be called.',
      ),
      status: described(
        z.nullable(z.int()),
        'The status of the response, if there was one.',
        204,
      ),
      duration_ms: described(z.int(), 'How long it took, in milliseconds.', 120),
    })
    .check(z.meta({ id: 'WebhookTry', description: 'A try to send an event.' })),
);

/** A delivery as its application sees it. It has nothing of what the receiver has responded. */
export const DeliveryRepresentation = deferred(() =>
  z
    .object({
      id: described(
        z.string(),
        'The `webhook-id` that the receiver got.',
        'evt_4nq7_01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
      ),
      user_id: described(z.string(), 'The user.', '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y'),
      type: described(z.string(), 'What happened.', 'diary_entry.created'),
      timestamp: described(z.string(), 'When it happened.', '2026-11-20T09:30:00+00:00'),
      state: described(
        z.enum(deliveryStates),
        '`failed`: no further try follows. It can be sent again.',
      ),
      next_try_datetime: described(
        z.nullable(z.string()),
        'When the next try is due. Null if none is planned.',
        '2026-11-20T09:35:01+00:00',
      ),
      tries: described(
        z.array(TryRepresentation),
        'The tries until now, the oldest first.',
      ),
      // A delivery has no address of its own.
      _links: z.object({ webhook: ItemLink }),
    })
    .check(z.meta({ id: 'WebhookDelivery', description: 'An event sent to a webhook.' })),
);

/** Returns a delivery as its application sees it. */
export function presentDelivery(
  delivery: WebhookDelivery,
  links: Links,
): z.output<typeof DeliveryRepresentation> {
  const { id, webhook_id, user_id, type, timestamp, state } = delivery;
  const { next_try_datetime, past_tries = [] } = delivery;
  return {
    id,
    user_id,
    type,
    timestamp: formatOffsetTime(timestamp),
    state,
    next_try_datetime: formatOptionalTime(next_try_datetime),
    tries: past_tries.map(({ ended_datetime, status = null, ...past }) => ({
      ...past,
      ended_datetime: formatOffsetTime(ended_datetime),
      status,
    })),
    _links: { webhook: links.item('webhook', webhook_id) },
  };
}
