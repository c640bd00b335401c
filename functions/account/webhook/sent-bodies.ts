import * as z from 'zod/mini';
import {
  eventTypes,
  type ResourceType,
  resourceScopes,
} from '#functions/account/event/event.ts';
import { described } from '#shared/contract/schema.ts';
import { noticeTypes } from './delivery.ts';

const timestamp = described(
  z.string(),
  'When it happened. The header `webhook-timestamp` has the time of sending.',
  '2026-11-20T17:30:05+00:00',
);

const user_id = described(
  z.string(),
  'The id of the user, as in the response of the token endpoint.',
  '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
);

const resourceTypes = Object.keys(resourceScopes) as ResourceType[];

/** A change of the data of a user, as a webhook gets it. */
export const SentEvent = z
  .object({
    type: described(
      z.enum(eventTypes),
      'The resource and what happened to it, as in the list of changes.',
    ),
    timestamp,
    data: z.object({
      user_id,
      event_id: described(z.string(), 'The id of the event in the list of changes.'),
      resource: described(
        z.object({ type: z.enum(resourceTypes), id: z.string() }),
        'What has changed. Get it to have its data.',
      ),
      date: described(z.optional(z.string()), 'The day of a diary entry.'),
      previous_date: described(
        z.optional(z.string()),
        'The day from which a diary entry was moved.',
      ),
    }),
  })
  .check(
    z.meta({
      id: 'WebhookEvent',
      description: 'A change of the data of a user. It has ids and dates only.',
    }),
  );

/** The end of an access, as a webhook gets it. */
export const SentNotice = z
  .object({
    type: described(
      z.enum(noticeTypes),
      '`user.revoked`: the application has no access to the data of the user any more. ' +
        '`user.erased`: the user and all data are erased.',
    ),
    timestamp,
    data: z.object({ user_id }),
  })
  .check(
    z.meta({
      id: 'WebhookNotice',
      description: 'The last message about a user. Delete what you have stored.',
    }),
  );

const challenge = described(
  z.string(),
  'A random text.',
  '7Zk0aH6mJcWm9TqYdV3uXb2LrNf8sPgE',
);

/** The request with which an address proves that it wants events. */
export const SentChallenge = z
  .object({
    type: z.literal('webhook.challenge'),
    timestamp,
    data: z.object({ challenge }),
  })
  .check(
    z.meta({
      id: 'WebhookChallenge',
      description: 'A question whether the receiver wants the events of a webhook.',
    }),
  );

/** The response to a challenge. */
export const ChallengeResponse = z.object({ challenge }).check(
  z.meta({
    id: 'WebhookChallengeAnswer',
    description: 'The answer of a receiver that wants the events of a webhook.',
  }),
);
