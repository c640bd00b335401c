import type { EventRow } from '#functions/account/event/event.store.ts';
import type { Consumer, StreamRule } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import type { WebhookJob } from '../delivery.store.ts';
import { webhookContext } from '../webhook.keys.ts';

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

/** What both consumers of messages about webhooks need. */
export const webhookWorker = {
  // A lease has ended before the first retry.
  retryInterval: 120,
  maxAge: 7200,
  batchSize: 10,
  stores: {
    table: ['get', 'getEach', 'query', 'put', 'update', 'delete'],
    encryption: { decrypts: [webhookContext] },
  },
  baseUrls: ['main'],
  settings: ['service'],
  memory: 512,
  timeout: 60,
} as const satisfies Partial<Consumer>;

/** A consumer of messages about webhooks. */
export interface WebhookConsumer extends Pick<Consumer, 'summary'> {
  rule: StreamRule<object, WebhookMessage>;
}
