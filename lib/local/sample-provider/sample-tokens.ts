import { createHmac, randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';

/** The claims in a code or a token of the sample provider. */
export interface SampleClaims {
  kind: 'code' | 'access' | 'refresh';
  /** The id of the account. */
  account: string;
  /** The id of the grant that one sign-in created. */
  grant: string;
  /** How many times the tokens of the grant have been refreshed. */
  generation: number;
  scope: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/**
 * Issues and verifies codes and tokens. They contain their claims and a signature, so they survive
 * a restart.
 */
export interface SampleTokens {
  issue(claims: SampleClaims): string;
  /**
   * Returns the claims of a token, or undefined if it is forged, expired or of another kind. `now`
   * is in milliseconds since 1970.
   */
  verify(
    token: string | undefined,
    kind: SampleClaims['kind'],
    now: number,
  ): SampleClaims | undefined;
}

/** Creates an issuer and verifier of tokens that are signed with `key`. */
export function createSampleTokens(key: string): SampleTokens {
  const sign = (payload: string) =>
    createHmac('sha256', key).update(payload).digest('base64url');

  return {
    issue(claims) {
      const nonce = randomBytes(9).toString('base64url');
      const text = JSON.stringify({ ...claims, nonce });
      const payload = Buffer.from(text).toString('base64url');
      return `${payload}.${sign(payload)}`;
    },

    verify(token = '', kind, now) {
      const [payload = '', signature = ''] = token.split('.');
      if (!isEqualInConstantTime(signature, sign(payload))) return undefined;
      const claims: SampleClaims = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      );
      return claims.kind === kind && claims.expires > now ? claims : undefined;
    },
  };
}
