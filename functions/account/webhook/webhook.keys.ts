import { defineItemKey, type Key, type SpanRange } from '#shared/table/keys.ts';

/** The keys of the webhooks of applications. They are in the partition of their application. */
export const webhookKeys = {
  webhook: (client_id: string, id: string): Key => ({
    pk: `APPLICATION#${client_id}`,
    sk: `WEBHOOK#${id}`,
  }),
  webhooks: (client_id: string): SpanRange => ({
    pk: `APPLICATION#${client_id}`,
    from: 'WEBHOOK#',
    to: 'WEBHOOK$',
  }),
  webhookTargets: defineItemKey('APPLICATION', 'WEBHOOKS'),
  /** The collection of the webhooks that have something to send at a time. */
  dueWebhooks: () => 'WEBHOOKS_DUE',
};
