import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { hasResumed, type Processing } from '#functions/auth/identity/processing.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import { webhookWorker } from '../deliver/consumer.ts';
import type { WebhookMessage } from '../deliver/webhook-message.ts';
import type { WebhookJob } from '../delivery.store.ts';
import { webhookKeys } from '../webhook.keys.ts';

type RequestedJob = Key & WebhookJob;
type Profile = Key & Processing;

const jobPrefix = webhookKeys.webhookJob('', '').sk;
const { sk: profileKey } = identityKeys.user('');

/** Returns the message about a user who has lifted the restriction of processing by this write. */
function toResumedMessage(
  profile: Profile,
  before?: Partial<Profile>,
): WebhookMessage | undefined {
  if (!hasResumed(profile, before)) return undefined;
  const { pk, sk } = profile;
  // A record that is replayed has no earlier image. The log has no events before all times.
  const since = before?.restricted_datetime ?? '';
  return { kind: 'resumed', pk, sk, since };
}

function toJobMessage(job: RequestedJob): WebhookMessage {
  const { pk, sk, webhook_id, since, after, requested, begun, is_due } = job;
  return { kind: 'job', pk, sk, webhook_id, since, after, requested, begun, is_due };
}

/**
 * The jobs of webhooks have a queue of their own, because each can take a minute: later tries,
 * slow receivers, and events that are sent again.
 */
export default defineConsumer({
  name: 'WebhookBacklog',
  summary: 'Send what webhooks did not get at once',
  rule: {
    on: 'write',
    prefixes: [jobPrefix, profileKey],
    toMessage: (item: RequestedJob | Profile, before?: Partial<Profile>) =>
      'webhook_id' in item ? toJobMessage(item) : toResumedMessage(item, before),
    toDelay: (item: RequestedJob | Profile) =>
      'webhook_id' in item ? item.delay_seconds : undefined,
  },
  // No application has this webhook, so the example sends nothing.
  example: { webhook_id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y' },
  ...webhookWorker,
});
