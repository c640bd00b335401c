import { getInterfaceType } from '../provider/connection-types.ts';
import type { ReceiveWebhook } from '../provider/webhook.ts';
import { webhooks } from './webhooks.data.ts';

const byType = new Map(webhooks.map(({ type, receive }) => [type, receive]));

/** Returns how webhooks of a remote connection type are received, or undefined if it has none. */
export function findWebhook(type: string): ReceiveWebhook | undefined {
  return byType.get(getInterfaceType(type));
}
