import { eventKeys } from '#functions/account/event/event.keys.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { Processing } from '#functions/auth/identity/processing.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import type { WebhookJob } from '../delivery.store.ts';
import type { WebhookDelivery } from '../delivery.ts';
import { webhookContext, webhookKeys } from '../webhook.keys.ts';

type RuledItem = Key &
  Partial<
    Pick<
      WebhookJob,
      'since' | 'after' | 'requested' | 'begun' | 'is_due' | 'delay_seconds'
    > &
      Pick<WebhookDelivery, 'webhook_id'> &
      Pick<Grant, 'client_id' | 'generation' | 'revoked_at'> &
      Pick<Processing, 'restricted_datetime' | 'resumed_datetime'>
  >;

const eventPrefix = eventKeys.eventRow('', '').sk;
const jobPrefix = webhookKeys.webhookJob('', '').sk;
const noticePrefix = webhookKeys.webhookNotice('', '').sk;
const grantPrefix = grantKeys.grants('').prefix;
const { sk: profileKey } = identityKeys.user('');

/** Returns the message about a grant that this write has revoked. */
function toRevokedMessage(
  { pk, sk, client_id = '', generation = 0, revoked_at }: RuledItem,
  before?: RuledItem,
) {
  const isRevoked = revoked_at !== undefined && before?.revoked_at === undefined;
  if (!isRevoked || generation === 0) return undefined;
  return { kind: 'revoked' as const, pk, sk, client_id };
}

/** Returns the message about a user who has lifted the restriction of processing by this write. */
function toResumedMessage(
  { pk, sk, restricted_datetime, resumed_datetime }: RuledItem,
  before?: RuledItem,
) {
  if (restricted_datetime !== undefined) return undefined;
  if (resumed_datetime === before?.resumed_datetime) return undefined;
  // A record that is replayed has no earlier image. The log has no events before all times.
  const since = before?.restricted_datetime ?? '';
  return { kind: 'resumed' as const, pk, sk, since };
}

function toMessage(item: RuledItem, before?: RuledItem) {
  const { pk, sk, webhook_id = '', since, after, requested, begun, is_due } = item;
  if (sk.startsWith(grantPrefix)) return toRevokedMessage(item, before);
  if (sk === profileKey) return toResumedMessage(item, before);
  // Only the consumer writes rows, jobs and notices again.
  if (before) return undefined;
  if (sk.startsWith(eventPrefix)) return { kind: 'events' as const, pk, sk };
  if (sk.startsWith(noticePrefix)) return { kind: 'notice' as const, pk, sk, webhook_id };
  const job = { webhook_id, since, after, requested, begun, is_due };
  return { kind: 'job' as const, pk, sk, ...job };
}

export default defineConsumer({
  name: 'Webhooks',
  summary: 'Send events to the webhooks of applications',
  rule: {
    on: 'write',
    prefixes: [eventPrefix, jobPrefix, noticePrefix, grantPrefix, profileKey],
    toMessage,
    toDelay: ({ delay_seconds }: RuledItem) => delay_seconds,
  },
  // No user has this row, so the example sends nothing.
  example: { id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y' },
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
});
