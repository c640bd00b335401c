import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import type { ProviderClient } from './call.ts';

/** Where a client gets tokens, and how it authenticates there. */
export interface TokenServer {
  token_url: string;
  client_auth: 'basic' | 'body';
}

/** Returns a request to a token endpoint with the credentials of our client. */
export function buildTokenRequest(
  { token_url: url, client_auth }: TokenServer,
  client: ProviderClient,
  form: Readonly<Record<string, string>>,
): CallRequest {
  if (client_auth === 'basic') {
    return { method: 'POST', url, form, authorization: toBasicAuthorization(client) };
  }
  const { client_id, client_secret } = client;
  return { method: 'POST', url, form: { ...form, client_id, client_secret } };
}

/** Returns the Authorization header of our client (RFC 7617). */
export function toBasicAuthorization({
  client_id,
  client_secret,
}: ProviderClient): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
}

/** Returns the form that refreshes tokens (RFC 6749 section 6). */
export function toRefreshForm(refresh_token: string) {
  return { grant_type: 'refresh_token', refresh_token };
}
