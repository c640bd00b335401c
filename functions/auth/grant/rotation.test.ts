import { describe, expect, it } from 'vitest';
import { buildStoredGrant, getTimeAfter, now } from '#kit/grants.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { acceptsAccessToken, deriveSecrets, deriveTokens, lifetimes } from './grant.ts';
import { explainRefreshFailure, isRefreshRetry } from './rotation.ts';

/** The refresh tokens of two generations, and the current access token. */
const secrets = {
  previous: newSecret(),
  current: newSecret(),
  access: newSecret(),
};
const token = (secret: string) => ({ user_id: 'u', id: 'g', secret });

const grant = buildStoredGrant({
  expires_at: toEpochSeconds(now) + lifetimes.refresh,
  generation: 3,
  rotated_at: toEpochSeconds(now),
  access_digest: toDigest(secrets.access),
  access_expires_at: toEpochSeconds(now) + lifetimes.access,
  refresh_digest: toDigest(secrets.current),
  previous_refresh_digest: toDigest(secrets.previous),
});

describe('a refresh token', () => {
  it('of the previous generation yields the same tokens again, for a day', () => {
    expect(isRefreshRetry(grant, token(secrets.previous), { client_id: 'c' }, now)).toBe(
      true,
    );
    expect(
      isRefreshRetry(
        grant,
        token(secrets.previous),
        { client_id: 'c' },
        getTimeAfter(lifetimes.refreshGrace - 1),
      ),
    ).toBe(true);
    expect(
      isRefreshRetry(
        grant,
        token(secrets.previous),
        { client_id: 'c' },
        getTimeAfter(lifetimes.refreshGrace),
      ),
    ).toBe(false);
  });

  it.each([
    ['another client', { ...grant, client_id: 'd' }],
    ['a revoked grant', { ...grant, revoked_at: 1 }],
    ['an expired grant', { ...grant, expires_at: toEpochSeconds(now) }],
  ])('of the previous generation is rejected for %s, and revokes nothing', (_, other) => {
    expect(isRefreshRetry(other, token(secrets.previous), { client_id: 'c' }, now)).toBe(
      false,
    );
    expect(
      explainRefreshFailure(other, token(secrets.previous), 'c', now).revocationEvent,
    ).toBeUndefined();
  });
});

describe('the tokens of a generation', () => {
  it('can be derived again from the presented secret, with less time left', () => {
    const salt = newSecret();
    const { access, refresh } = deriveSecrets(secrets.previous, salt);
    const issued = deriveTokens({ ...grant, salt }, secrets.previous, getTimeAfter(60));
    expect(parseToken('access', issued.access_token)).toEqual(token(access));
    expect(parseToken('refresh', issued.refresh_token)).toEqual(token(refresh));
    expect(issued.expires_in).toBe(lifetimes.access - 60);
  });

  it('are accepted until they expire, and for one more generation', () => {
    expect(acceptsAccessToken(grant, secrets.access, now)).toBe(true);
    expect(
      acceptsAccessToken(grant, secrets.access, getTimeAfter(lifetimes.access - 1)),
    ).toBe(true);
    expect(
      acceptsAccessToken(grant, secrets.access, getTimeAfter(lifetimes.access)),
    ).toBe(false);
    expect(acceptsAccessToken({ ...grant, revoked_at: 1 }, secrets.access, now)).toBe(
      false,
    );
    const replaced = {
      ...grant,
      access_digest: toDigest(newSecret()),
      previous_access_digest: toDigest(secrets.access),
      previous_access_expires_at: toEpochSeconds(now) + 60,
    };
    expect(acceptsAccessToken(replaced, secrets.access, getTimeAfter(59))).toBe(true);
    expect(acceptsAccessToken(replaced, secrets.access, getTimeAfter(60))).toBe(false);
    expect(
      acceptsAccessToken(
        { ...replaced, previous_access_digest: toDigest(newSecret()) },
        secrets.access,
        now,
      ),
    ).toBe(false);
  });
});
