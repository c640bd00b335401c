import { findConnectionIds } from '#functions/connections/connection/remote-connection.store.ts';
import { requestSync } from '#functions/connections/connection/sync-request.store.ts';
import { endAuthorization } from '#functions/connections/connection/sync-state.store.ts';
import { decryptClient } from '#functions/connections/provider-credentials/client.store.ts';
import {
  deriveAddressSecret,
  parseWebhookAddress,
} from '#functions/connections/provider-credentials/client.ts';
import type {
  WebhookEvent,
  WebhookOutcome,
  WebhookRequest,
} from '#functions/connections/provider-definition/webhook.ts';
import { webhooks } from '#functions/connections/providers/webhooks.data.ts';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { type Fail, requireFound } from '#shared/http/handler.ts';
import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { Table } from '#shared/table/table.ts';
import { maxEvents } from './endpoints.ts';

/** A GET or a POST to the webhook. */
interface WebhookCall {
  params: { address: string };
  header(name: string): readonly string[];
  table: Table<'get' | 'put' | 'update'>;
  now: Date;
  fail: Fail<'not_found'>;
}

type WebhookContent = Pick<WebhookRequest, 'method' | 'body'> & {
  query: Readonly<Record<string, unknown>>;
};

/** A response with the status that the provider expects. */
type WebhookResponse = { status: 200; body: string } | { status: 201 | 204 | 400 | 403 };

/**
 * Verifies a webhook and processes its first 100 events. The regular sync of an account picks up
 * the others.
 */
export async function receiveWebhook(
  call: WebhookCall,
  { method, query, body }: WebhookContent,
): Promise<WebhookResponse> {
  const { type, receive, verification } = await requireWebhook(call);
  const header = (name: string) => call.header(name)[0];
  const outcome = receive({ method, query: toTexts(query), header, body }, verification);
  const events = outcome.events.slice(0, maxEvents);
  await Promise.all(events.map((event) => processEvent(call, type, event)));
  return toResponse(outcome);
}

function toResponse({ status, body = {} }: WebhookOutcome): WebhookResponse {
  return status === 200 ? { status, body: JSON.stringify(body) } : { status };
}

const receivers = new Map(webhooks.map(({ type, receive }) => [type, receive]));

/**
 * Finds the webhook of an address. Throws `not_found` if the provider has no webhooks, or if the
 * secret in the address is wrong.
 */
async function requireWebhook({ params: { address }, table, now, fail }: WebhookCall) {
  const { type, secret } = parseWebhookAddress(address);
  const receive = receivers.get(getKnownProvider(type));
  const client =
    receive && (await decryptClient({ table, dataKeys: openDataKeys() }, type));
  const hasValidSecret =
    client && isEqualInConstantTime(secret, deriveAddressSecret(type, client));
  const webhook =
    receive && hasValidSecret
      ? { type, receive, verification: { ...client, now } }
      : undefined;
  return requireFound(webhook, { kind: 'webhook', id: type }, fail);
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
 * Processes an event of an account, if the account is connected. If the person has withdrawn our
 * access, the authorization ends. Otherwise a sync is requested: what an event says about a workout
 * is not trusted, but fetched from the provider. A withdrawal that arrives after the account was
 * connected again requests a sync too, which finds out whether the provider still allows access.
 */
async function processEvent(
  { table, now }: WebhookCall,
  type: string,
  event: WebhookEvent,
): Promise<void> {
  const { kind, remote_id, workout_id, measurement_kind, changed_since } = event;
  const { withdrawn_at = toEpochSeconds(now) } = event;
  const ids = await findConnectionIds(table, { type, remote_id });
  if (!ids) return;
  if (kind === 'disconnected') {
    const isEnded = await endAuthorization(table, ids, withdrawn_at);
    if (isEnded) return;
  }
  const { user_id, remote_connection_id } = ids;
  const workout_deleted = kind === 'deleted' ? true : undefined;
  const changed = { workout_id, workout_deleted, measurement_kind, changed_since };
  const request = { remote_connection_id, reason: 'push' as const, ...compact(changed) };
  await requestSync(table, user_id, request, now);
}
