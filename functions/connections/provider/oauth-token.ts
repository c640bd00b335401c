import * as z from 'zod/mini';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type {
  CodeExchange,
  Provider,
  ProviderClient,
  ProviderTokens,
} from './provider.ts';

/** The members of a token response (RFC 6749 section 5.1) that providers have in common. */
export const ProviderTokenResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.optional(z.string().check(z.minLength(1))),
  expires_in: z.optional(z.coerce.number()),
  scope: z.optional(z.string()),
});
export type ProviderTokenResponse = z.output<typeof ProviderTokenResponse>;

/** Returns the tokens of a token response, without a refresh token if the provider issued none. */
export function toTokens(
  { access_token, refresh_token, expires_in }: ProviderTokenResponse,
  now: Date,
): ProviderTokens {
  const expires_at =
    expires_in === undefined ? undefined : toEpochSeconds(now) + Math.floor(expires_in);
  return compact({ access_token, refresh_token, expires_at });
}

/** Returns the form that redeems a code (RFC 6749 section 4.1.3, RFC 7636 section 4.5). */
export function toCodeForm({
  code,
  redirect_uri,
  code_verifier,
}: CodeExchange): Record<string, string> {
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier };
  return compact(form);
}

/** Returns the form that refreshes tokens (RFC 6749 section 6). */
export function toRefreshForm(refresh_token: string): Record<string, string> {
  return { grant_type: 'refresh_token', refresh_token };
}

/** Returns a request to the token endpoint with the credentials of our client. */
export function buildTokenRequest(
  { oauth }: Pick<Provider, 'oauth'>,
  client: ProviderClient,
  form: Readonly<Record<string, string>>,
): CallRequest {
  const isRefresh = form.grant_type === 'refresh_token';
  const url = (isRefresh ? oauth.refresh_url : undefined) ?? oauth.token_url;
  if (oauth.client_auth === 'basic') {
    return { method: 'POST', url, form, authorization: toBasicAuthorization(client) };
  }
  const { client_id, client_secret } = client;
  return { method: 'POST', url, form: { ...form, client_id, client_secret } };
}

function toBasicAuthorization({ client_id, client_secret }: ProviderClient): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
}
