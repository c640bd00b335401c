import type {
  ClientContext,
  ProviderResult,
} from '#functions/connections/provider-definition/call.ts';
import type { WebhookRequest } from '#functions/connections/provider-definition/webhook.ts';
import { type PreparedResponse, scriptCalls } from './outgoing.ts';

/** The time at which the calls of `prepareProvider` are made. */
export const providerTime = new Date('2026-01-20T10:07:00Z');

/** Our client in the calls of `prepareProvider`. */
export const providerClient = { client_id: '12345', client_secret: 's' };

/** Prepares the responses of a provider, one a call. Returns the requests too. */
export function prepareProvider(...responses: readonly PreparedResponse[]) {
  const { send, requests } = scriptCalls(...responses);
  const context: ClientContext = { send, client: providerClient, now: providerTime };
  return { context, requests };
}

/** Returns the value of a successful call. Throws an error with the kind of a failure. */
export async function expectSuccess<T>(call: Promise<ProviderResult<T>>): Promise<T> {
  const result = await call;
  if (!result.ok) throw new Error(`The call failed: ${result.error.kind}.`);
  return result.value;
}

/** Builds a webhook request. Defaults to a POST without headers. */
export function buildWebhook(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method: WebhookRequest['method'] = 'POST',
): WebhookRequest {
  const values = new Headers(headers);
  return {
    method,
    query: {},
    header: (name) => values.get(name) ?? undefined,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}
