import type { TokenUse } from '#shared/auth/principal.ts';
import { deriveSecret, matchesDigest } from '#shared/auth/secrets.ts';
import { formatToken } from '#shared/auth/tokens.ts';
import type { Audience } from '#shared/contract/endpoint.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';

/** Lifetimes in seconds. */
export const lifetimes = {
  /** RFC 6749 section 4.1.2, wire.md A7. */
  code: 10 * 60,
  /** The lifetime that docs/guides/authorization.md promises to clients. */
  access: 60 * daySeconds,
  /** From the last refresh: unused tokens expire after a year (RFC 9700 section 4.14.2). */
  refresh: 365 * daySeconds,
  /** Tokens of the client credentials grant. The client can request new ones at any time. */
  clientCredentials: 60 * daySeconds,
  /** Grace period in which the previous refresh token is still accepted. */
  refreshGrace: daySeconds,
  /** Grace period of public clients, whose refresh tokens need no secret. */
  publicRefreshGrace: 60,
};

/** The user who granted access, the client that has it, and its scope. */
export interface GrantedAccess {
  user_id: string;
  username: string;
  client_id: string;
  application_name: string;
  token_use: TokenUse;
  /** The names of the granted scopes, separated by spaces. */
  scope: string;
  /** Absent for the interfaces. */
  audience?: Audience | undefined;
  /**
   * The remote connection types whose workouts the user has chosen to share, and those whose
   * measurements, too, as `toMeasuredChoice` writes them: earlier releases skip these.
   */
  opted_in_types?: readonly string[] | undefined;
}

/**
 * The access that a user granted to a client, or that a client has by the client credentials grant.
 * The code and the tokens are in one item, so redeeming, refreshing and revoking are one
 * conditional write each.
 *
 * Secrets are stored as digests. Times are in seconds since 1970.
 */
export interface Grant extends GrantedAccess {
  id: string;
  created_datetime: string;
  revoked_at?: number;
  /** When the grant ends, unless it is refreshed. */
  expires_at: number;
  /** When the table may delete the item. */
  ttl: number;

  /** The scopes that the client asked for and the user did not allow, separated by spaces. */
  left_out_scope?: string;
  code_digest?: string;
  code_expires_at?: number;
  redirect_uri?: string;
  code_challenge?: string;
  redeemed_at?: number;

  /**
   * Only of a sign-in (OpenID Connect Core 1.0 section 2): what the client sent for its id_token.
   */
  nonce?: string;
  /** Only of a sign-in: when the user entered the password. */
  auth_time?: number;
  /** Only of a sign-in: recognizes its id_token, when a client sends it as a hint. */
  hint_digest?: string;

  /** Set by a release before 0.7.0 if the client waited for the approval of the operator. */
  has_seat?: true;

  /** The day (UTC) of the last request with a token of the grant, e.g. `2026-11-20`. */
  last_used_on?: string;

  /** The number of pairs of tokens that were issued. */
  generation: number;
  rotated_at?: number;
  /** Derives the secrets of this generation from the code or refresh token that was redeemed. */
  salt?: string;
  /** Absent if the access token has the scope of the grant. */
  access_scope?: string;
  access_digest?: string;
  access_expires_at?: number;
  refresh_digest?: string;
  previous_access_digest?: string;
  previous_access_expires_at?: number;
  previous_access_scope?: string;
  previous_refresh_digest?: string;
  /** Recognizes every refresh token of the grant. Absent until the first refresh after 0.2.0. */
  family_digest?: string;
}

/** Returns whether a grant is live: neither revoked nor expired. */
export function isLive({ revoked_at, expires_at }: Grant, now: Date): boolean {
  return revoked_at === undefined && expires_at > toEpochSeconds(now);
}

/** The audience for which a client requests a token (RFC 8707). */
export type TokenTarget = Pick<GrantedAccess, 'audience'>;

/** A pair of tokens for the client. The tokens are not stored. */
export interface IssuedTokens {
  grant: Grant;
  access_token: string;
  refresh_token: string;
  /** Seconds until the access token expires. */
  expires_in: number;
  /** Only of a sign-in, for its code. */
  id_token?: string;
}

/** Why a code or a refresh token was rejected. */
export interface GrantFailure {
  /** The `error_description` for the client. */
  reason: string;
  /** Defaults to `invalid_grant`. */
  error?: 'invalid_scope' | 'invalid_target';
  /** The audit event if the request looks like an attack. The whole grant is then revoked. */
  revocationEvent?:
    | 'authorization_code_reused'
    | 'code_verifier_mismatch'
    | 'refresh_token_reused';
  /** The owner of the grant, if it is revoked. */
  user_id?: string;
}

/** The secrets of a pair of tokens. */
export interface TokenSecrets {
  access: string;
  refresh: string;
}

/**
 * The characters at the beginning of a refresh token's secret that all of a grant have in common:
 * 130 random bits. The other 130 bits are new in each generation.
 */
const familyLength = 26;

/** Returns what a secret has in common with all refresh tokens of its grant. */
export function getFamily(refreshSecret: string): string {
  return refreshSecret.slice(0, familyLength);
}

/** Derives the secrets of the first generation from a code or another secret. */
export function deriveSecrets(presented: string, salt: string): TokenSecrets {
  return {
    access: deriveSecret(presented, salt, 'access'),
    refresh: deriveSecret(presented, salt, 'refresh'),
  };
}

/** Derives the secrets of the generation that was issued for a refresh token. */
export function deriveNextSecrets(presented: string, salt: string): TokenSecrets {
  const { access, refresh } = deriveSecrets(presented, salt);
  return { access, refresh: getFamily(presented) + refresh.slice(familyLength) };
}

/**
 * Returns the `jti` of the id_token that a code is exchanged for. It is a secret, derived from that
 * of the code.
 */
export function formatHint(
  { user_id, id }: Pick<Grant, 'user_id' | 'id'>,
  codeSecret: string,
): string {
  return formatToken('hint', { user_id, id, secret: deriveHint(codeSecret, id) });
}

/** Derives the secret by which the id_token for a code is recognized. */
export function deriveHint(codeSecret: string, id: string): string {
  return deriveSecret(codeSecret, id, 'hint');
}

/** Derives the current tokens of a grant again from the refresh token that they were issued for. */
export function deriveTokens(grant: Grant, presented: string, now: Date): IssuedTokens {
  const { salt = '', refresh_digest } = grant;
  const secrets = deriveNextSecrets(presented, salt);
  // Version 0.2.0 issued tokens that have nothing in common.
  const isCurrent = matchesDigest(secrets.refresh, refresh_digest);
  return formatTokens(grant, isCurrent ? secrets : deriveSecrets(presented, salt), now);
}

/** Formats the current tokens of a grant from their secrets. */
export function formatTokens(
  grant: Grant,
  { access, refresh }: TokenSecrets,
  now: Date,
): IssuedTokens {
  const { user_id, id, access_expires_at = 0 } = grant;
  return {
    grant,
    access_token: formatToken('access', { user_id, id, secret: access }),
    refresh_token: formatToken('refresh', { user_id, id, secret: refresh }),
    expires_in: access_expires_at - toEpochSeconds(now),
  };
}

/** Why a token gives no access. Only who has its secret may know more than that it is unknown. */
export type TokenDenial = 'unknown' | 'expired' | 'ended' | 'misdirected';

/**
 * Returns why a grant denies the secret of an access token, or undefined if it accepts it. The
 * previous generation stays valid, so that a refresh does not break requests that are in flight.
 */
export function findDenial(
  grant: Grant,
  secret: string,
  now: Date,
): TokenDenial | undefined {
  const expires_at = findAccessExpiry(grant, secret);
  if (expires_at === undefined) return 'unknown';
  if (grant.revoked_at !== undefined) return 'ended';
  return toEpochSeconds(now) < expires_at ? undefined : 'expired';
}

/** Returns whether a grant accepts the secret of an access token. */
export function acceptsAccessToken(grant: Grant, secret: string, now: Date): boolean {
  return findDenial(grant, secret, now) === undefined;
}

/**
 * Returns when the access token with this secret expires, in seconds since 1970. Returns undefined
 * if the grant has no such access token.
 */
export function findAccessExpiry(grant: Grant, secret: string): number | undefined {
  if (matchesDigest(secret, grant.access_digest)) return grant.access_expires_at;
  if (matchesDigest(secret, grant.previous_access_digest))
    return grant.previous_access_expires_at;
  return undefined;
}

/**
 * Returns the scope of the access token with this secret. A refresh can narrow the scope of the
 * grant (RFC 6749 section 6).
 */
export function getAccessScope(grant: Grant, secret: string): string {
  const { scope, access_scope = scope, previous_access_scope = scope } = grant;
  const isCurrent = matchesDigest(secret, grant.access_digest);
  return isCurrent ? access_scope : previous_access_scope;
}

/** Returns whether a secret belongs to a token of the grant, even to an expired one. */
export function hasToken(grant: Grant, secret: string): boolean {
  const digests = [
    grant.access_digest,
    grant.refresh_digest,
    grant.previous_access_digest,
    grant.previous_refresh_digest,
  ];
  return digests.some((digest) => matchesDigest(secret, digest));
}
