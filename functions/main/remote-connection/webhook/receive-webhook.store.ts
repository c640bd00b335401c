import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import type { DataKeyProvider } from '#shared/encryption/data-keys.ts';
import type { Fail } from '#shared/http/handler.ts';
import { requireFound } from '#shared/http/require-found.ts';
import type { Provider } from '#shared/provider/provider.ts';
import type {
  ProviderWebhook,
  WebhookEvent,
  WebhookVerification,
} from '#shared/provider/webhook.ts';
import { decryptClient } from '#shared/provider-client/client-secrets.store.ts';
import {
  deriveAddressSecret,
  parseWebhookAddress,
} from '#shared/provider-client/webhook-address.ts';
import { findProvider } from '#shared/providers/providers.ts';
import { findConnectionIds } from '#shared/remote-connection/provider-account.store.ts';
import { requestSync } from '#shared/remote-connection/sync-request.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import { maxEvents } from './webhook.ts';

/** What a GET and a POST to the webhook have in common. */
interface WebhookCall {
  params: { address: string };
  header(name: string): readonly string[];
  table: Table<'get' | 'put'>;
  now: Date;
  fail: Fail<'not_found'>;
}

interface WebhookContent {
  method: 'GET' | 'POST';
  query: Readonly<Record<string, unknown>>;
  body: string;
}

/** A reply with the status that the provider expects. */
type WebhookReply = { status: 200; body: string } | { status: 400 | 403 };

/** Kept between invocations, so that the KMS client is created once. */
let dataKeys: DataKeyProvider | undefined;

/**
 * Verifies a webhook and requests a sync for each of its first 100 events. The regular sync of an
 * account picks up the others. The content of the request is not trusted: the sync fetches the data
 * from the provider.
 */
export async function receiveWebhook(
  call: WebhookCall,
  { method, query, body }: WebhookContent,
): Promise<WebhookReply> {
  const { webhook, provider, verification } = await requireWebhook(call);
  const request = {
    method,
    query: toTexts(query),
    header: (name: string) => call.header(name)[0],
    body,
  };
  const outcome = webhook.receive(request, verification);
  const events = outcome.events.slice(0, maxEvents);
  await Promise.all(events.map((event) => requestSyncFor(call, provider, event)));
  if (outcome.status >= 400) return { status: outcome.status === 400 ? 400 : 403 };
  return { status: 200, body: JSON.stringify(outcome.body ?? {}) };
}

interface FoundWebhook {
  provider: Provider;
  webhook: ProviderWebhook;
  verification: WebhookVerification;
}

/** Finds the webhook of an address. Throws `not_found` if the secret in the address is wrong. */
async function requireWebhook({
  params: { address },
  table,
  now,
  fail,
}: WebhookCall): Promise<FoundWebhook> {
  const { type, secret } = parseWebhookAddress(address);
  const provider = findProvider(type);
  const webhook = provider?.webhook;
  dataKeys ??= await openDataKeys();
  const client = webhook && (await decryptClient({ table, dataKeys }, type));
  const hasValidSecret =
    client !== undefined &&
    isEqualInConstantTime(secret, deriveAddressSecret(type, client));
  const found =
    provider && webhook && hasValidSecret
      ? { provider, webhook, verification: { ...client, now } }
      : undefined;
  return requireFound(found, { kind: 'webhook', id: type }, fail);
}

/** Returns the first value of each parameter. */
function toTexts(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(query).map(([name, value]) => {
    const [first = ''] = [value].flat();
    return [name, String(first)];
  });
  return Object.fromEntries(texts);
}

/**
 * Requests a sync of the account that an event reports, if the account was ever connected. The sync
 * finds out whether the connection still exists.
 */
async function requestSyncFor(
  { table, now }: WebhookCall,
  { type }: Provider,
  { remote_id, workout_id }: WebhookEvent,
): Promise<void> {
  const ids = await findConnectionIds(table, { type, remote_id });
  if (!ids) return;
  const { user_id, remote_connection_id } = ids;
  const request = { remote_connection_id, reason: 'push' as const };
  await requestSync(table, user_id, { ...request, ...compact({ workout_id }) }, now);
}
