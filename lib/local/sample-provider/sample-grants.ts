import { createHmac, randomBytes } from 'node:crypto';
import { isEqualInConstantTime, toDigest } from '#shared/auth/secrets.ts';

/** The claims in a code or a token of the sample provider. */
export interface SampleClaims {
  kind: 'code' | 'access' | 'refresh';
  /** The id of the account. */
  account: string;
  /** The id of the grant that one sign-in created. */
  grant: string;
  /** The number of times that the tokens of the grant have been refreshed. */
  generation: number;
  scope: string;
  /** Milliseconds since 1970. */
  expires: number;
}

function sign(key: string, payload: string): string {
  return createHmac('sha256', key).update(payload).digest('base64url');
}

/** Issues a code or a token. It contains its claims and a signature, so it survives a restart. */
function issueToken(key: string, claims: SampleClaims): string {
  const nonce = randomBytes(9).toString('base64url');
  const text = JSON.stringify({ ...claims, nonce });
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${sign(key, payload)}`;
}

/** Returns the claims of a token, or undefined if it is forged. */
function verifyToken(key: string, token: string): SampleClaims | undefined {
  const [payload = '', signature = ''] = token.split('.');
  if (!isEqualInConstantTime(signature, sign(key, payload))) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const yearMs = 365 * 24 * hourMs;

const codeLifetimeMs = 10 * minuteMs;
const accessLifetimeMs = hourMs;
const refreshLifetimeMs = 10 * yearMs;

interface SampleTokenResponse {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: 'bearer';
}

/** The grants of the sample provider. */
export type SampleGrants = ReturnType<typeof createSampleGrants>;

/**
 * Creates the grants of a sample provider, whose codes and tokens are signed with `key`. `now`
 * returns milliseconds since 1970. After a restart, used codes, replaced tokens and revoked grants
 * are valid again, because they are remembered in memory only.
 */
export function createSampleGrants(key: string, now: () => number) {
  const usedCodes = new Set<string>();
  const revokedGrants = new Set<string>();
  /** The generation of the latest tokens of each grant. */
  const generations = new Map<string, number>();

  const isCurrent = ({ grant, generation }: SampleClaims) =>
    !revokedGrants.has(grant) && generation >= (generations.get(grant) ?? 0);

  /** Returns the claims of a token, unless it is forged, expired or of another kind. */
  function findClaims(token: string | undefined, kind: SampleClaims['kind']) {
    const claims = verifyToken(key, token ?? '');
    return claims?.kind === kind && claims.expires > now() ? claims : undefined;
  }

  function issueTokens(claims: SampleClaims, generation: number): SampleTokenResponse {
    generations.set(claims.grant, generation);
    const newClaims = { ...claims, generation };
    return {
      access_token: issueToken(key, {
        ...newClaims,
        kind: 'access',
        expires: now() + accessLifetimeMs,
      }),
      refresh_token: issueToken(key, {
        ...newClaims,
        kind: 'refresh',
        expires: now() + refreshLifetimeMs,
      }),
      expires_in: accessLifetimeMs / 1000,
      scope: claims.scope,
      token_type: 'bearer',
    };
  }

  return {
    /** Returns an authorization code for the account with this name. */
    issueCode(name: string, scope: string) {
      return issueToken(key, {
        kind: 'code',
        account: toAccountId(name),
        grant: randomBytes(9).toString('base64url'),
        generation: 0,
        scope,
        expires: now() + codeLifetimeMs,
      });
    },

    /** Returns undefined if the code is invalid or was used before. */
    redeemCode(code = '') {
      const claims = findClaims(code, 'code');
      if (!claims || usedCodes.has(code)) return undefined;
      usedCodes.add(code);
      return issueTokens(claims, 0);
    },

    /**
     * Replaces both tokens of a grant. Returns undefined if the refresh token is invalid or was
     * replaced before.
     */
    refresh(refreshToken: string | undefined) {
      const claims = findClaims(refreshToken, 'refresh');
      if (!claims || !isCurrent(claims)) return undefined;
      return issueTokens(claims, claims.generation + 1);
    },

    /** Returns the claims of an access token, or undefined if it is not valid. */
    authenticate(accessToken: string | undefined) {
      const claims = findClaims(accessToken, 'access');
      return claims && isCurrent(claims) ? claims : undefined;
    },

    /** Ends all tokens of the grant that a token belongs to. */
    revoke({ grant }: SampleClaims) {
      revokedGrants.add(grant);
    },
  };
}

/** Returns the id of the account with a name. Ignores case and white space around the name. */
function toAccountId(name: string): string {
  return toDigest(name.trim().toLowerCase()).slice(0, 16);
}
