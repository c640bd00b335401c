import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, text, whenValid } from '#shared/contract/schema.ts';

const Resending = z
  .object({
    delivery_id: described(
      z.optional(text(200, 1)),
      'The id of a delivery, to send it again.',
      'evt_4nq7_01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    ),
    since: described(
      z.optional(
        z.iso.datetime({ offset: true, error: 'must be a time as in RFC 3339' }),
      ),
      'A time, to send all events since then again that are still kept: those of 30 days.',
      '2026-11-20T09:30:00Z',
    ),
  })
  .check(
    z.refine(
      ({ delivery_id, since }) => (delivery_id === undefined) !== (since === undefined),
      {
        path: ['since'],
        error: 'must be sent if, and only if, delivery_id is not',
        when: whenValid(),
      },
    ),
    z.meta({ id: 'WebhookResendingInput' }),
  );

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/webhook/{id}/resend/',
  hasCollection: false,
  operationId: 'resendWebhook',
  summary: 'Send a delivery, or all events since a time, again',
  description:
    'The events are sent in the background, each with the `webhook-id` that it had. Those since ' +
    'a time can be requested once a minute.',
  auth: 'application',
  scope: 'any',
  request: { json: Resending },
  responses: { 202: { description: 'The events will be sent.' } },
  errors: ['validation_failed', 'not_found', 'too_many_requests'],
  stores: { table: ['get', 'put', 'update', 'transact'] },
  storeCalls: {
    max: 4,
    reason:
      'the webhook and the delivery are read, the delivery is due again, and its sending is ' +
      'requested',
  },
  examples: [
    {
      summary: 'All events since a time',
      body: { since: '2026-11-20T09:30:00Z' },
      status: 202,
    },
  ],
});
