import { defineOwnedKey, type Key } from '#shared/table/keys.ts';

/** The keys of what is sent to webhooks. */
export const deliveryKeys = {
  /** The id of `webhookDelivery` is that of the webhook, `#` and that of the event. */
  webhookDelivery: defineOwnedKey('WEBHOOK_DELIVERY'),
  /** The id of `webhookNotice` is that of the webhook, `#` and that of the event. */
  webhookNotice: defineWebhookKey('WEBHOOK_NOTICE'),
  webhookJob: defineWebhookKey('WEBHOOK_JOB'),
  /** The collection of the deliveries and notices of a webhook. */
  webhookDeliveries: (webhook_id: string) => `WEBHOOK_DELIVERIES#${webhook_id}`,
};

/** Returns a function that creates the keys of items of a kind in an application's partition. */
function defineWebhookKey(kind: string) {
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
