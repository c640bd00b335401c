import { getKnownProvider } from '../provider/connection-types.ts';
import type { ReceiveWebhook } from '../provider/webhook.ts';
import { webhooks } from './webhooks.data.ts';

const byType = new Map(webhooks.map(({ type, receive }) => [type, receive]));

/** Returns the function that receives webhooks of a type, or undefined if there are none. */
export function findWebhook(type: string): ReceiveWebhook | undefined {
  return byType.get(getKnownProvider(type));
}
