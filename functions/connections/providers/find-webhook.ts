import type { ReceiveWebhook } from '#functions/connections/provider/webhook.ts';
import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
import { webhooks } from './webhooks.data.ts';

const byType = new Map(webhooks.map(({ type, receive }) => [type, receive]));

/** Returns the webhook of a remote connection type, or undefined if it has none. */
export function findWebhook(type: string): ReceiveWebhook | undefined {
  return byType.get(getKnownProvider(type));
}
