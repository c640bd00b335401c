import { describe, expect, it } from 'vitest';
import { buildStoredGrant, getTimeAfter, now } from '#kit/grants.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  acceptsAccessToken,
  deriveNextSecrets,
  deriveSecrets,
  deriveTokens,
  type Grant,
  getFamily,
  lifetimes,
} from './grant.ts';
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

describe('a secret that is not the current one', () => {
  const findEvent = (secret: string, stored: Grant = grant) =>
    explainRefreshFailure(stored, token(secret), 'c', now).revocationEvent;
  const inFamily = { ...grant, family_digest: toDigest(getFamily(secrets.current)) };

  it('revokes the grant if it was of a refresh token of any generation', () => {
    const first = deriveSecrets(newSecret(), newSecret()).refresh;
    const second = deriveNextSecrets(first, newSecret()).refresh;
    const third = deriveNextSecrets(second, newSecret()).refresh;
    const stored = { ...grant, family_digest: toDigest(getFamily(third)) };
    expect(new Set([first, second, third]).size).toBe(3);
    expect([first, second].map((secret) => findEvent(secret, stored))).toEqual([
      'refresh_token_reused',
      'refresh_token_reused',
    ]);
  });

  it('revokes nothing if it was made up', () => {
    const madeUp = ['0'.repeat(52), newSecret(), secrets.access];
    for (const secret of madeUp) {
      expect(findEvent(secret, inFamily)).toBeUndefined();
      expect(findEvent(secret)).toBeUndefined();
    }
  });

  it('revokes a grant of version 0.2.0 if it was the previous one', () => {
    expect(findEvent(secrets.previous)).toBe('refresh_token_reused');
  });
});

describe('the tokens of a generation', () => {
  it.each([
    ['this version', deriveNextSecrets],
    ['version 0.2.0', deriveSecrets],
  ])('of %s can be derived again, with less time left', (_, derive) => {
    const salt = newSecret();
    const { access, refresh } = derive(secrets.previous, salt);
    const stored = { ...grant, salt, refresh_digest: toDigest(refresh) };
    const issued = deriveTokens(stored, secrets.previous, getTimeAfter(60));
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
