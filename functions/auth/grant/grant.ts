import type { TokenUse } from '#shared/auth/principal.ts';
import { deriveSecret, matchesDigest } from '#shared/auth/secrets.ts';
import { formatToken } from '#shared/auth/tokens.ts';
import { epochSeconds } from '#shared/runtime/time.ts';

const day = 24 * 60 * 60;

/** Lifetimes in seconds. */
export const lifetimes = {
  /** RFC 6749 section 4.1.2, decision A7. */
  code: 10 * 60,
  /** Specification section 8. */
  access: 60 * day,
  /** From the last refresh: what nobody uses for a year ends (RFC 9700 section 4.14.2). */
  refresh: 365 * day,
  /** How long a refresh whose answer was lost can be repeated (decision A8). */
  retry: day,
};

/** The scope of every token (decision A1). */
export const scope = 'read';

/** To whom and for what a grant is. */
export interface Grantee {
  user_id: string;
  username: string;
  client_id: string;
  application_name: string;
  token_use: TokenUse;
}

/**
 * What one user, or an application for itself, granted an application: its code and its tokens, all in one item, so
 * that redeeming, refreshing and revoking are one conditional write each. Secrets are kept as digests only. Moments are
 * seconds since 1970.
 */
export interface Grant extends Grantee {
  id: string;
  scope: string;
  created_datetime: string;
  revoked_at?: number;
  /** The end of the grant unless it is refreshed before. */
  expires_at: number;
  /** When the store may forget the item; no clock. */
  ttl: number;

  code_digest?: string;
  code_expires_at?: number;
  redirect_uri?: string;
  code_challenge?: string;
  redeemed_at?: number;

  /** The day (UTC) of the latest request that a token of it made, as in `2026-11-20`. */
  last_used_on?: string;

  /** How many pairs of tokens there have been. */
  generation: number;
  rotated_at?: number;
  /** With the secret that was presented it yields this generation's secrets once more. */
  salt?: string;
  access_digest?: string;
  access_expires_at?: number;
  refresh_digest?: string;
  previous_access_digest?: string;
  previous_access_expires_at?: number;
  previous_refresh_digest?: string;
}

/** Whether a grant can still lead to something: it was not revoked, and has not ended. */
export function isLive({ revoked_at, expires_at }: Grant, now: Date): boolean {
  return revoked_at === undefined && expires_at > epochSeconds(now);
}

/** A pair of tokens on its way to the application; nothing of it is stored. */
export interface IssuedTokens {
  grant: Grant;
  access_token: string;
  refresh_token: string;
  /** Seconds that the access token has left. */
  expires_in: number;
}

/** Why a code or a refresh token was refused, and what has happened where that ends the whole grant. */
export interface GrantRefusal {
  reason: string;
  revokes?: 'authorization_code_reused' | 'code_verifier_mismatch' | 'refresh_token_reused';
  /** Whose grant ends. */
  user_id?: string;
}

/** The secrets of the generation that the holder of `presented` gets. */
export function deriveSecrets(
  presented: string,
  salt: string,
): { access: string; refresh: string } {
  return {
    access: deriveSecret(presented, salt, 'access'),
    refresh: deriveSecret(presented, salt, 'refresh'),
  };
}

/** The tokens of the grant's current generation, for the holder of the secret that it was made from. */
export function deriveTokens(grant: Grant, presented: string, now: Date): IssuedTokens {
  const { user_id, id, salt = '', access_expires_at = 0 } = grant;
  const { access, refresh } = deriveSecrets(presented, salt);
  return {
    grant,
    access_token: formatToken('access', { user_id, id, secret: access }),
    refresh_token: formatToken('refresh', { user_id, id, secret: refresh }),
    expires_in: access_expires_at - epochSeconds(now),
  };
}

/**
 * Whether an access token's secret is good: that of the current generation or of the one before, so that requests
 * under way survive a refresh.
 */
export function acceptsAccessToken(grant: Grant, secret: string, now: Date): boolean {
  const at = epochSeconds(now);
  const {
    access_digest,
    access_expires_at = 0,
    previous_access_digest,
    previous_access_expires_at = 0,
  } = grant;
  return (
    grant.revoked_at === undefined &&
    ((matchesDigest(secret, access_digest) && at < access_expires_at) ||
      (matchesDigest(secret, previous_access_digest) && at < previous_access_expires_at))
  );
}

/** Whether a secret is that of any token which the grant still knows, good or not any more. */
export function hasToken(grant: Grant, secret: string): boolean {
  const { access_digest, refresh_digest, previous_access_digest, previous_refresh_digest } = grant;
  return [access_digest, refresh_digest, previous_access_digest, previous_refresh_digest].some(
    (digest) => matchesDigest(secret, digest),
  );
}
