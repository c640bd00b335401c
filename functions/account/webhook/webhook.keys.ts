import { defineItemKey, defineOwnedKey, type Key } from '#shared/table/keys.ts';

/**
 * The keys of webhooks and of what is sent to them. Deliveries are in the partition of their user,
 * and all others in that of their application.
 */
export const webhookKeys = {
  webhook: defineApplicationKey('WEBHOOK'),
  webhooks: (client_id: string) => ({
    pk: `APPLICATION#${client_id}`,
    from: 'WEBHOOK#',
    to: 'WEBHOOK$',
  }),
  webhookTargets: defineItemKey('APPLICATION', 'WEBHOOKS'),
  /** The application whose webhook was created last, of the whole service. */
  newestWebhook: (): Key => ({ pk: 'WEBHOOKS', sk: 'WEBHOOKS' }),
  /** The collection of the webhooks that have something to send at a time. */
  dueWebhooks: () => 'WEBHOOKS_DUE',
  webhookJob: defineApplicationKey('WEBHOOK_JOB'),
  /** The id of `webhookDelivery` is that of the webhook, `#` and that of the event. */
  webhookDelivery: defineOwnedKey('WEBHOOK_DELIVERY'),
  /** The id of `webhookNotice` is that of the webhook, `#` and that of the event. */
  webhookNotice: defineApplicationKey('WEBHOOK_NOTICE'),
  /** The collection of the deliveries and notices of a webhook. */
  webhookDeliveries: (webhook_id: string) => `WEBHOOK_DELIVERIES#${webhook_id}`,
};

/** Returns a function that creates the keys of items of a kind in an application's partition. */
function defineApplicationKey(kind: string) {
  return (client_id: string, id: string): Key => ({
    pk: `APPLICATION#${client_id}`,
    sk: `${kind}#${id}`,
  });
}

/** Returns the application of an item in its partition. Throws if the item is in no such one. */
export function requireClientId({ pk }: Pick<Key, 'pk'>): string {
  const [kind, id] = pk.split('#');
  if (kind !== 'APPLICATION' || !id) throw new Error('The item has no application.');
  return id;
}

/** The names in the encryption context of the secrets of a webhook. */
export const webhookContext = ['client_id', 'webhook_id'] as const;
