import { eventKeys } from '#functions/account/event/event.keys.ts';
import type { EventRow } from '#functions/account/event/event.store.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { type Consumer, defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import type { WebhookDelivery } from '../delivery.ts';
import { webhookContext, webhookKeys } from '../webhook.keys.ts';
import type { WebhookMessage } from './webhook-message.ts';

type RuledItem = Key &
  Partial<
    Pick<WebhookDelivery, 'webhook_id'> &
      Pick<Grant, 'client_id' | 'generation' | 'revoked_at'> &
      Pick<EventRow, 'events'>
  >;

const eventPrefix = eventKeys.eventRow('', '').sk;
const noticePrefix = webhookKeys.webhookNotice('', '').sk;
const grantPrefix = grantKeys.grants('').prefix;

/** Returns the message about a grant that this write has revoked. */
function toRevokedMessage(
  { pk, sk, client_id = '', generation = 0, revoked_at }: RuledItem,
  before?: RuledItem,
): WebhookMessage | undefined {
  const isRevoked = revoked_at !== undefined && before?.revoked_at === undefined;
  if (!isRevoked || generation === 0) return undefined;
  return { kind: 'revoked', pk, sk, client_id };
}

function toMessage(item: RuledItem, before?: RuledItem): WebhookMessage | undefined {
  const { pk, sk, webhook_id = '', events } = item;
  if (sk.startsWith(grantPrefix)) return toRevokedMessage(item, before);
  // Only the consumer writes rows and notices again.
  if (before) return undefined;
  if (sk.startsWith(eventPrefix)) return { kind: 'events', pk, sk, events };
  return { kind: 'notice', pk, sk, webhook_id };
}

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

export default defineConsumer({
  name: 'Webhooks',
  summary: 'Send events to the webhooks of applications',
  rule: {
    on: 'write',
    prefixes: [eventPrefix, noticePrefix, grantPrefix],
    lacks: 'no_webhook',
    toMessage,
  },
  // No user has this row, so the example sends nothing.
  example: { id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y' },
  ...webhookWorker,
});
