import { getWebhookPath } from '#functions/connections/client/provider-client.ts';
import type { Provider } from '#functions/connections/provider/provider.ts';
import { callProvider, recordProgress, type SyncSession } from './sync-session.ts';

/**
 * Subscribes to the webhooks of an account, unless there is a subscription already. Returns how the
 * provider reports new workouts. If the provider rejects the subscription, the next sync tries
 * again.
 */
export async function subscribeAccount(
  session: SyncSession,
  mainUrl: string,
): Promise<Provider['delivery']> {
  const { provider, context, connection } = session;
  const { subscribe, delivery, type } = provider;
  if (!subscribe) return delivery;
  if (connection.webhook_subscribed) return 'push';

  const url = mainUrl + getWebhookPath(type, context.client);
  const subscribed = await callProvider(session, (account) =>
    subscribe(context, account, url),
  );
  if (!subscribed.ok) return delivery;
  await recordProgress(session, { webhook_subscribed: true });
  return 'push';
}
