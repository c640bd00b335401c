import { getWebhookPath } from '#functions/connections/provider-credentials/client.ts';
import { callProvider } from './call-provider.ts';
import { keepLease, type Sync } from './steps.ts';
import { getState, listGranted, withState } from './sync-measurements.ts';

/**
 * Subscribes to the webhooks of an account, and to those about the kinds of values that were read,
 * each once. If the provider rejects a subscription, the next sync tries again.
 */
export async function subscribe(begun: Sync, mainUrl: string): Promise<Sync> {
  const { client, provider } = begun;
  if (!client) return begun;
  const url = mainUrl + getWebhookPath(provider.type, client);
  const sync = await subscribeAccount(begun, url);
  return sync.connection.webhook_subscribed ? subscribeKinds(sync, url) : sync;
}

async function subscribeAccount(sync: Sync, url: string): Promise<Sync> {
  const { provider, context, connection } = sync;
  const { subscribe: request } = provider;
  if (!request || connection.webhook_subscribed) return sync;
  const subscribed = await callProvider(sync, (account) =>
    request(context, account, url),
  );
  if (!subscribed.ok) return subscribed.sync;
  const saved = await keepLease(subscribed.sync, { webhook_subscribed: true });
  return saved.sync;
}

async function subscribeKinds(begun: Sync, url: string): Promise<Sync> {
  let sync = begun;
  for (const kind of listGranted(begun)) {
    const { subscribe: request } = kind;
    const { read_at, is_subscribed } = getState(sync, kind);
    if (!request || read_at === undefined || is_subscribed) continue;
    const { context } = sync;
    const subscribed = await callProvider(sync, (account) =>
      request(context, account, url),
    );
    sync = subscribed.sync;
    if (subscribed.ok) sync = withState(sync, kind, { is_subscribed: true });
  }
  return sync;
}
