import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('a password', () => {
  it('is hashed with argon2id and a random salt', async () => {
    const [firstHash, secondHash] = await Promise.all([
      hashPassword('correct horse'),
      hashPassword('correct horse'),
    ]);
    expect(firstHash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(firstHash).not.toBe(secondHash);
    expect(await verifyPassword('correct horse', firstHash)).toBe(true);
    expect(await verifyPassword('wrong horse', firstHash)).toBe(false);
  });

  it('is not truncated', async () => {
    const long = 'x'.repeat(80);
    const hash = await hashPassword(`${long}a`);
    expect(await verifyPassword(`${long}a`, hash)).toBe(true);
    expect(await verifyPassword(`${long}b`, hash)).toBe(false);
  });

  it('matches in any Unicode composition', async () => {
    expect(
      await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait')),
    ).toBe(true);
  });

  it('of an unknown user never matches', async () => {
    expect(await verifyPassword('', undefined)).toBe(false);
  });
});
