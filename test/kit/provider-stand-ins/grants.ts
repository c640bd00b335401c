import { toDigest } from '#shared/auth/secrets.ts';

export interface StandInGrant {
  account: string;
  scopes: readonly string[];
  access_token: string;
  /** Milliseconds since 1970. */
  access_expires: number;
  refresh_token: string;
  /** The refresh token before the last refresh. */
  previous_refresh_token?: string;
  isRevoked: boolean;
}

interface Code {
  account: string;
  scopes: readonly string[];
  redirect_uri: string;
  code_challenge: string | undefined;
}

/** The lifetimes of codes and access tokens of a provider, and its rotation of refresh tokens. */
export interface TokenPolicy {
  codeSeconds: number;
  accessSeconds: number;
  /**
   * - `stable`: a refresh returns the same refresh token.
   * - `at-once`: a refresh ends the old refresh token.
   * - `at-use`: the first use of the new access token ends the old refresh token.
   */
  rotation: 'stable' | 'at-once' | 'at-use';
  /** A refresh returns the same access token while that token is valid for longer than this. */
  keptSeconds?: number;
}

/** The codes and tokens of a provider. */
export interface StandInGrants {
  issueCode(code: Code): string;
  /** Returns undefined if a code is unknown, used or too old, or bound to other parameters. */
  redeem(
    code: string,
    redirect_uri: string | null,
    verifier: string | null,
  ): StandInGrant | undefined;
  refresh(refresh_token: string): StandInGrant | undefined;
  /** Redeems the code of a token request, or refreshes its refresh token. */
  issue(form: URLSearchParams): StandInGrant | undefined;
  /** Returns the grant of a valid access token. Ends the previous refresh token. */
  authenticate(access_token: string): StandInGrant | undefined;
  /** Ends all grants of an account, as the person or our service does. */
  revokeAccount(account: string): void;
  policy: TokenPolicy;
  /** All codes and tokens that were issued so far. */
  issued: readonly string[];
}

/** Creates the codes and tokens of a provider. `now` returns milliseconds since 1970. */
export function createGrants(policy: TokenPolicy, now: () => number): StandInGrants {
  const codes = new Map<string, Code & { issued: number }>();
  const grants: StandInGrant[] = [];
  const issued: string[] = [];
  const newToken = (kind: string) => {
    const count = issued.length + 1;
    const token = `${kind}-${count}-${toDigest(`${kind} ${count}`).slice(0, 20)}`;
    issued.push(token);
    return token;
  };
  const renewAccess = (grant: StandInGrant) => {
    grant.access_token = newToken('access');
    grant.access_expires = now() + policy.accessSeconds * 1000;
  };

  return {
    policy,
    issued,
    issueCode(code) {
      const value = newToken('code');
      codes.set(value, { ...code, issued: now() });
      return value;
    },

    redeem(value, redirect_uri, verifier) {
      const code = codes.get(value);
      codes.delete(value);
      if (!code || now() - code.issued > policy.codeSeconds * 1000) return undefined;
      if (redirect_uri !== null && redirect_uri !== code.redirect_uri) return undefined;
      const { code_challenge, account, scopes } = code;
      if (code_challenge && code_challenge !== toDigest(verifier ?? '')) return undefined;

      const refresh_token = newToken('refresh');
      const noAccess = { access_token: '', access_expires: 0 };
      const grant = { account, scopes, refresh_token, isRevoked: false, ...noAccess };
      renewAccess(grant);
      grants.push(grant);
      return grant;
    },

    refresh(token) {
      const grant = grants.find(
        ({ refresh_token, previous_refresh_token }) =>
          refresh_token === token || previous_refresh_token === token,
      );
      if (!grant || grant.isRevoked) return undefined;
      if (policy.rotation !== 'stable') {
        if (policy.rotation === 'at-use') grant.previous_refresh_token = token;
        grant.refresh_token = newToken('refresh');
      }
      const remainingMs = grant.access_expires - now();
      const isKept =
        policy.keptSeconds !== undefined && remainingMs > policy.keptSeconds * 1000;
      if (!isKept) renewAccess(grant);
      return grant;
    },

    issue(form) {
      return form.get('grant_type') === 'refresh_token'
        ? this.refresh(form.get('refresh_token') ?? '')
        : this.redeem(
            form.get('code') ?? '',
            form.get('redirect_uri'),
            form.get('code_verifier'),
          );
    },

    authenticate(token) {
      const grant = grants.find(({ access_token }) => access_token === token);
      if (!grant || grant.isRevoked || grant.access_expires <= now()) return undefined;
      delete grant.previous_refresh_token;
      return grant;
    },

    revokeAccount(account) {
      for (const grant of grants) if (grant.account === account) grant.isRevoked = true;
    },
  };
}
