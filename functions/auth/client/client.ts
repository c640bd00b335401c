import { matchesDigest } from '#shared/auth/secrets.ts';
import type { Scope } from '#shared/contract/scopes.ts';

/** The grants of the token endpoint (specification 4.2). */
export const grantTypes = [
  'authorization_code',
  'client_credentials',
  'refresh_token',
] as const;
export type GrantType = (typeof grantTypes)[number];

/** One of the secrets of a client. */
export interface ClientSecret {
  digest: string;
  created_datetime: string;
  /** When a replaced secret expires. */
  expires_datetime?: string;
}

/** A registered OAuth client. Pages and the operator's command line call it an application. */
export interface Client {
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
  grant_types: readonly GrantType[];
  /** Installed on devices: it may use loopback redirects at any port and private-use schemes. */
  native: boolean;
  pkce_required: boolean;
  /** The scopes that it may request (wire.md A20). Defaults to all. */
  scopes?: readonly Scope[] | undefined;
  /** Cannot keep a secret, so it has none, e.g. a browser or phone app (wire.md A21). */
  public?: true;
  /** The home page, which the consent page links to (RFC 7591 section 2). */
  client_uri?: string | undefined;
  /** The privacy policy, which the consent page links to (RFC 7591 section 2). */
  policy_uri?: string | undefined;
  /** Whether it has a logo. */
  has_logo?: true;
  /** The current secret and, for a day, the previous secret. */
  secrets: readonly ClientSecret[];
  created_datetime: string;
  disabled_datetime?: string;
}

/** Returns whether a client exists and is not disabled. */
export function isEnabled(client: Client | undefined): client is Client {
  return client !== undefined && client.disabled_datetime === undefined;
}

/** Returns whether a client authenticates: with a valid secret, or without one if it is public. */
export function isAuthentic(
  client: Client,
  secret: string | undefined,
  now: Date,
): boolean {
  if (client.public) return !secret;
  return secret !== undefined && hasSecret(client, secret, now);
}

/** Returns whether `secret` is a secret of the client that has not expired. */
export function hasSecret({ secrets }: Client, secret: string, now: Date): boolean {
  const validSecrets = secrets.filter((candidate) => isValid(candidate, now));
  return validSecrets.some(({ digest }) => matchesDigest(secret, digest));
}

function isValid({ expires_datetime }: ClientSecret, now: Date): boolean {
  return expires_datetime === undefined || expires_datetime > now.toISOString();
}
