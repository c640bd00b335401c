import { matchesDigest, toDigest } from '#shared/auth/secrets.ts';
import type { Token } from '#shared/auth/tokens.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { above, absent, type Condition, is } from '#shared/table/condition.ts';
import { type Grant, type GrantRefusal, isLive, lifetimes } from './grant.ts';

/** All that must hold for a refresh token to give the next generation. */
export function refreshCondition(token: Token, client_id: string, now: Date): Condition {
  return {
    refresh_digest: is(toDigest(token.secret)),
    client_id: is(client_id),
    expires_at: above(epochSeconds(now)),
    revoked_at: absent,
  };
}

const unknown: GrantRefusal = {
  reason: 'the refresh token is invalid, expired, revoked or was issued to another client',
};

/**
 * Whether a refused refresh is one whose answer was lost, or one of several at once: the token is that of the
 * generation before, its successor has not been used yet, and the day is not over (decision A8). Such a one gets the
 * same tokens once more.
 */
export function isRefreshRetry(grant: Grant, token: Token, client_id: string, now: Date): boolean {
  const at = epochSeconds(now);
  return (
    isLive(grant, now) &&
    grant.client_id === client_id &&
    matchesDigest(token.secret, grant.previous_refresh_digest) &&
    at < (grant.rotated_at ?? 0) + lifetimes.retry
  );
}

/** Why a refresh was refused; a token that has been replaced ends the grant (RFC 9700 section 4.14.2). */
export function explainRefreshFailure(
  grant: Grant | undefined,
  token: Token,
  client_id: string,
  now: Date,
): GrantRefusal {
  if (!grant || grant.client_id !== client_id || !isLive(grant, now)) return unknown;
  if (matchesDigest(token.secret, grant.refresh_digest)) return unknown;
  return {
    reason: 'the refresh token was already used; all tokens of its family are revoked',
    revokes: 'refresh_token_reused',
    user_id: grant.user_id,
  };
}
