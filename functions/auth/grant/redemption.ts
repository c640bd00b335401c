import { matchesDigest, toDigest } from '#shared/auth/secrets.ts';
import type { Token } from '#shared/auth/tokens.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { above, absent, type Condition, is } from '#shared/table/condition.ts';
import type { Grant, GrantRefusal } from './grant.ts';

/** What an application shows beside a code. */
export interface Redemption {
  client_id: string;
  /** Checked where it is sent (decision A4). */
  redirect_uri?: string | undefined;
  /** The challenge that belongs to the verifier it sent (RFC 7636 section 4.6). */
  code_challenge?: string | undefined;
}

/** All that must hold for a code to be redeemed. */
export function redemptionCondition(code: Token, shown: Redemption, now: Date): Condition {
  const { client_id, redirect_uri, code_challenge } = shown;
  return {
    code_digest: is(toDigest(code.secret)),
    client_id: is(client_id),
    code_expires_at: above(epochSeconds(now)),
    redeemed_at: absent,
    revoked_at: absent,
    code_challenge: code_challenge === undefined ? absent : is(code_challenge),
    ...(redirect_uri !== undefined && { redirect_uri: is(redirect_uri) }),
  };
}

const unknown: GrantRefusal = {
  reason: 'the code is invalid, has expired or was issued to another client',
};

/**
 * Why a code was not redeemed. Only who holds the code and is its application learns more than that it is no good;
 * and then a second use, or a wrong verifier, ends the grant (decisions A5 and A7).
 */
export function explainRedemptionFailure(
  grant: Grant | undefined,
  code: Token,
  shown: Redemption,
  now: Date,
): GrantRefusal {
  if (
    !grant ||
    grant.client_id !== shown.client_id ||
    !matchesDigest(code.secret, grant.code_digest)
  )
    return unknown;
  const { user_id } = grant;
  if (grant.redeemed_at !== undefined)
    return {
      reason: 'the code was already used; all tokens issued for it are revoked',
      revokes: 'authorization_code_reused',
      user_id,
    };
  if (grant.revoked_at !== undefined || (grant.code_expires_at ?? 0) <= epochSeconds(now))
    return unknown;
  if (grant.code_challenge !== shown.code_challenge)
    return {
      reason:
        'the code_verifier does not match the code_challenge; start a new authorization request',
      revokes: 'code_verifier_mismatch',
      user_id,
    };
  return { reason: 'the redirect_uri does not match the authorization request' };
}
