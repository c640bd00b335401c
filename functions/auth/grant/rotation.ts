import { matchesDigest, toDigest } from '#shared/auth/secrets.ts';
import type { Token } from '#shared/auth/tokens.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { above, type Condition, equals, isAbsent } from '#shared/table/condition.ts';
import {
  type Grant,
  type GrantFailure,
  getFamily,
  isLive,
  lifetimes,
  type TokenTarget,
} from './grant.ts';
import { otherTarget } from './redemption.ts';

interface RefreshingClient {
  client_id: string;
  /** Grace period in which the previous refresh token is still accepted. Defaults to a day. */
  graceSeconds?: number;
}

/** Returns the condition under which a refresh token can be exchanged. */
export function toRefreshCondition(
  token: Token,
  client_id: string,
  now: Date,
): Condition {
  return {
    refresh_digest: equals(toDigest(token.secret)),
    client_id: equals(client_id),
    expires_at: above(toEpochSeconds(now)),
    revoked_at: isAbsent,
  };
}

/**
 * Returns whether a refresh repeats the last refresh, after a lost response or in parallel. This is
 * allowed for a grace period, and until the new refresh token is used (wire.md A8 and A21).
 */
export function isRefreshRetry(
  grant: Grant,
  token: Token,
  { client_id, graceSeconds = lifetimes.refreshGrace }: RefreshingClient,
  now: Date,
): boolean {
  if (grant.client_id !== client_id || !isLive(grant, now)) return false;
  const { rotated_at = 0, previous_refresh_digest } = grant;
  const isRecent = toEpochSeconds(now) < rotated_at + graceSeconds;
  return isRecent && matchesDigest(token.secret, previous_refresh_digest);
}

/** Returns whether a secret is or was that of a refresh token of the grant, of any generation. */
function wasRefreshToken(
  { family_digest, previous_refresh_digest }: Grant,
  { secret }: Token,
): boolean {
  return (
    matchesDigest(getFamily(secret), family_digest) ||
    matchesDigest(secret, previous_refresh_digest)
  );
}

const invalidToken: GrantFailure = {
  reason:
    'the refresh token is invalid, expired, revoked or was issued to another client',
};

/**
 * Explains why a refresh was rejected. Sets `revocationEvent` if a replaced token was reused, and
 * the caller then revokes the grant (RFC 9700 section 4.14.2).
 */
export function explainRefreshFailure(
  grant: Grant | undefined,
  token: Token,
  client_id: string,
  now: Date,
): GrantFailure {
  if (!grant || grant.client_id !== client_id) return invalidToken;
  if (!isLive(grant, now)) return invalidToken;

  // The token is the current one, so the write failed for another reason, e.g. a race condition.
  if (matchesDigest(token.secret, grant.refresh_digest)) return invalidToken;

  // Both ids of the grant are in its access tokens, so everybody who has one can make up a secret.
  if (!wasRefreshToken(grant, token)) return invalidToken;

  return {
    reason: 'the refresh token was already used; all tokens of its family are revoked',
    revocationEvent: 'refresh_token_reused',
    user_id: grant.user_id,
  };
}

/** The access that a client requests with a refresh token. */
interface RequestedAccess {
  /** An empty scope stands for the scope of the grant. */
  scope: string;
  /** Undefined for the audience of the grant. */
  target?: TokenTarget | undefined;
}

export type RefreshRequest = RefreshingClient & RequestedAccess;

/**
 * Returns a problem if the grant of a refresh token does not cover the requested scope (RFC 6749
 * section 6), or has another audience. Returns undefined for an invalid token, which the
 * conditional update rejects later.
 */
export function findRefreshProblem(
  grant: Grant | undefined,
  token: Token,
  { scope, target = grant ?? {}, ...client }: RefreshRequest,
  now: Date,
): GrantFailure | undefined {
  if (!grant || grant.client_id !== client.client_id || !isLive(grant, now))
    return undefined;
  const isCurrent = matchesDigest(token.secret, grant.refresh_digest);
  const isUsable = isCurrent || isRefreshRetry(grant, token, client, now);
  if (!isUsable) return undefined;
  if (target.audience !== grant.audience) return otherTarget;
  if (scope === '' || coversScope(grant.scope, scope)) return undefined;
  return {
    error: 'invalid_scope',
    reason: `the user granted only the scope ${grant.scope}`,
  };
}
