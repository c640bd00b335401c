import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import {
  getConfiguredGateway,
  type OutgoingGateway,
  toGatewayUrl,
} from '#shared/outgoing/send.ts';
import { findExtraType } from '#shared/reference-data/connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ProviderClient } from './call.ts';
import type { Provider, ProviderOAuth } from './provider.ts';

/** The parameters of an authorization request that the provider's value does not declare. */
export interface AuthorizationDetails {
  client_id: ProviderClient['client_id'];
  redirect_uri: string;
  state: string;
  /** The S256 code challenge of PKCE (RFC 7636), if the provider supports it. */
  code_challenge?: string | undefined;
  /** Scopes that the operator adds. */
  extraScopes?: readonly string[];
}

/** Returns the URL at which a person allows our client to read their account. */
export function buildAuthorizationUrl(
  oauth: ProviderOAuth,
  details: AuthorizationDetails,
  gateway: OutgoingGateway,
): string {
  const { client_id, redirect_uri, state, code_challenge } = details;
  const scopes = [...new Set([...oauth.scopes, ...(details.extraScopes ?? [])])];
  const url = new URL(toGatewayUrl(oauth.authorize_url, gateway));
  const parameters = compact({
    response_type: 'code',
    client_id,
    redirect_uri,
    state,
    scope: scopes.length > 0 ? scopes.join(oauth.scope_separator) : undefined,
    code_challenge,
    code_challenge_method: code_challenge === undefined ? undefined : 'S256',
    ...oauth.authorize_parameters,
  });
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Returns whether a person granted the scopes that imports need. True if they are not known. */
export function hasRequiredScopes(
  { requiredScopes }: Pick<Provider, 'requiredScopes'>,
  granted: readonly string[] | undefined,
): boolean {
  if (granted === undefined) return true;
  return requiredScopes.every((alternatives) =>
    alternatives.some((scope) => granted.includes(scope)),
  );
}

/** The endpoint from which a client gets tokens, and its authentication there. */
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

/** Returns where calls to the provider of a type go. An extra type has a gateway of its own. */
export function getProviderGateway(type: string): OutgoingGateway {
  const extra = findExtraType();
  return extra?.type === type ? extra.gateway : getConfiguredGateway();
}
