import type { EventRow } from '#functions/account/event/event.store.ts';
import type { Consumer, StreamRule } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import type { WebhookJob } from '../delivery.store.ts';

/** The task of a worker of webhooks: the key of the written item, and what it needs of it. */
export type WebhookMessage = Key &
  (
    | { kind: 'events'; events: EventRow['events'] | undefined }
    | { kind: 'revoked'; client_id: string }
    | { kind: 'notice'; webhook_id: string }
    | { kind: 'resumed'; since: string }
    | ({ kind: 'job' } & JobTask)
  );

/** What a job of a webhook tells. */
type JobTask = Pick<WebhookJob, 'webhook_id'> & {
  [Name in 'since' | 'after' | 'requested' | 'begun' | 'is_due']?:
    | WebhookJob[Name]
    | undefined;
};

/** A consumer of messages about webhooks. */
export interface WebhookConsumer extends Pick<Consumer, 'summary'> {
  rule: StreamRule<object, WebhookMessage>;
}
