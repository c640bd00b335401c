import { matchesDigest, toDigest } from '#shared/auth/secrets.ts';
import type { Token } from '#shared/auth/tokens.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { above, type Condition, equals, isAbsent } from '#shared/table/condition.ts';
import type { Grant, GrantFailure, TokenTarget } from './grant.ts';

/** The parameters that a client presents together with a code. */
export interface Redemption {
  client_id: string;
  /** Checked only if it is sent (wire.md A4). */
  redirect_uri?: string | undefined;
  /** The challenge of the code verifier that was sent (RFC 7636 section 4.6). */
  code_challenge?: string | undefined;
  /** Checked only if it is sent (RFC 8707 section 2.2). */
  target?: TokenTarget | undefined;
}

/** Returns the condition under which a code can be redeemed. */
export function toRedeemCondition(
  code: Token,
  redemption: Redemption,
  now: Date,
): Condition {
  const { client_id, redirect_uri, code_challenge, target } = redemption;
  const condition: Condition = {
    code_digest: equals(toDigest(code.secret)),
    client_id: equals(client_id),
    code_expires_at: above(toEpochSeconds(now)),
    redeemed_at: isAbsent,
    revoked_at: isAbsent,
    code_challenge: code_challenge === undefined ? isAbsent : equals(code_challenge),
  };
  return {
    ...condition,
    ...(redirect_uri === undefined ? {} : { redirect_uri: equals(redirect_uri) }),
    ...(target ? { audience: toAudienceCondition(target) } : {}),
  };
}

const toAudienceCondition = ({ audience }: TokenTarget) =>
  audience === undefined ? isAbsent : equals(audience);

/** The failure of a client that asks for another resource than the user has allowed. */
export const otherTarget: GrantFailure = {
  error: 'invalid_target',
  reason: 'the resource is not the one of the authorization request',
};

const unknownCode: GrantFailure = {
  reason: 'the code is invalid, has expired or was issued to another client',
};

const wrongVerifier =
  'the code_verifier does not match the code_challenge; start a new authorization request';

/**
 * Explains why a code was rejected. Only the client that holds the code learns the details. A
 * replay or a wrong verifier revokes the grant (wire.md A5 and A7).
 */
export function explainRedemptionFailure(
  grant: Grant | undefined,
  code: Token,
  redemption: Redemption,
  now: Date,
): GrantFailure {
  if (!grant || grant.client_id !== redemption.client_id) return unknownCode;
  if (!matchesDigest(code.secret, grant.code_digest)) return unknownCode;

  const { user_id, revoked_at, code_expires_at = 0 } = grant;
  if (grant.redeemed_at !== undefined)
    return {
      reason: 'the code was already used; all tokens issued for it are revoked',
      revocationEvent: 'authorization_code_reused',
      user_id,
    };

  if (code_expires_at <= toEpochSeconds(now)) return unknownCode;
  const isWrong = grant.code_challenge !== redemption.code_challenge;
  // Some clients repeat each request that is refused, and show the second response only.
  if (isWrong && revoked_at !== undefined) return { reason: wrongVerifier };
  if (revoked_at !== undefined) return unknownCode;
  if (isWrong)
    return {
      reason: wrongVerifier,
      revocationEvent: 'code_verifier_mismatch',
      user_id,
    };
  const { target = grant } = redemption;
  if (target.audience !== grant.audience) return otherTarget;
  return { reason: 'the redirect_uri does not match the authorization request' };
}
