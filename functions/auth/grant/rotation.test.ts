import { describe, expect, it } from 'vitest';
import { later, now, storedGrant } from '#kit/grants.ts';
import { digestOf, newSecret } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { admits, lifetimes, secretsOf, tokensOf } from './grant.ts';
import { isRetry, whyNotRefreshed } from './rotation.ts';

const secrets = {
  first: newSecret(),
  second: newSecret(),
  current: newSecret(),
  access: newSecret(),
};
const token = (secret: string) => ({ user_id: 'u', id: 'g', secret });

const grant = storedGrant({
  expires_at: epochSeconds(now) + lifetimes.refresh,
  generation: 3,
  rotated_at: epochSeconds(now),
  access_digest: digestOf(secrets.access),
  access_expires_at: epochSeconds(now) + lifetimes.access,
  refresh_digest: digestOf(secrets.current),
  previous_refresh_digest: digestOf(secrets.second),
});

describe('a refresh token', () => {
  it('of the generation before gets the same tokens again, for a day', () => {
    expect(isRetry(grant, token(secrets.second), 'c', now)).toBe(true);
    expect(isRetry(grant, token(secrets.second), 'c', later(lifetimes.retry - 1))).toBe(true);
    expect(isRetry(grant, token(secrets.second), 'c', later(lifetimes.retry))).toBe(false);
  });

  it.each([
    ['another application', { ...grant, client_id: 'd' }],
    ['a revoked grant', { ...grant, revoked_at: 1 }],
    ['a grant that has ended', { ...grant, expires_at: epochSeconds(now) }],
  ])('of the generation before gets nothing from %s, and changes nothing', (_, other) => {
    expect(isRetry(other, token(secrets.second), 'c', now)).toBe(false);
    expect(whyNotRefreshed(other, token(secrets.second), 'c', now).ends).toBeUndefined();
  });

  it('that is older ends the grant', () => {
    expect(isRetry(grant, token(secrets.first), 'c', now)).toBe(false);
    expect(whyNotRefreshed(grant, token(secrets.first), 'c', now).ends).toBe('refresh_reused');
    expect(whyNotRefreshed(undefined, token(secrets.first), 'c', now).ends).toBeUndefined();
  });
});

describe('the tokens of a generation', () => {
  it('can be made once more by who holds the secret that they were made from, with less time left', () => {
    const salt = newSecret();
    const { access, refresh } = secretsOf(secrets.second, salt);
    const issued = tokensOf({ ...grant, salt }, secrets.second, later(60));
    expect(parseToken('access', issued.access_token)).toEqual(token(access));
    expect(parseToken('refresh', issued.refresh_token)).toEqual(token(refresh));
    expect(issued.expires_in).toBe(lifetimes.access - 60);
  });

  it('are admitted until they expire, one generation longer than they are current', () => {
    expect(admits(grant, secrets.access, now)).toBe(true);
    expect(admits(grant, secrets.access, later(lifetimes.access - 1))).toBe(true);
    expect(admits(grant, secrets.access, later(lifetimes.access))).toBe(false);
    expect(admits({ ...grant, revoked_at: 1 }, secrets.access, now)).toBe(false);
    const replaced = {
      ...grant,
      access_digest: digestOf(newSecret()),
      previous_access_digest: digestOf(secrets.access),
      previous_access_expires_at: epochSeconds(now) + 60,
    };
    expect(admits(replaced, secrets.access, later(59))).toBe(true);
    expect(admits(replaced, secrets.access, later(60))).toBe(false);
    expect(
      admits({ ...replaced, previous_access_digest: digestOf(newSecret()) }, secrets.access, now),
    ).toBe(false);
  });
});
