import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { generateText } from '#kit/any-text.ts';
import fc from '#kit/property.ts';
import {
  computeCrc32,
  deriveSecret,
  isEqualInConstantTime,
  matchesDigest,
  newSecret,
  toDigest,
} from './secrets.ts';

describe('a derived secret', () => {
  it('depends on the secret, the salt and the purpose only', () => {
    const [secret, salt] = [newSecret(), newSecret()];
    const derived = deriveSecret(secret, salt, 'access');
    expect(deriveSecret(secret, salt, 'access')).toBe(derived);
    expect(deriveSecret(secret, salt, 'refresh')).not.toBe(derived);
    expect(deriveSecret(secret, newSecret(), 'access')).not.toBe(derived);
    expect(deriveSecret(newSecret(), salt, 'access')).not.toBe(derived);
  });

  it('is as long as a random secret', () => {
    expect(deriveSecret(newSecret(), newSecret(), 'access')).toHaveLength(
      newSecret().length,
    );
  });
});

describe('a digest', () => {
  it('matches its secret only', () => {
    const secret = newSecret();
    expect(matchesDigest(secret, toDigest(secret))).toBe(true);
    expect(matchesDigest(newSecret(), toDigest(secret))).toBe(false);
    expect(matchesDigest(secret, undefined)).toBe(false);
  });
});

describe('a comparison in constant time', () => {
  it('accepts strings of different lengths', () => {
    expect(isEqualInConstantTime('a', 'a')).toBe(true);
    expect(isEqualInConstantTime('a', 'ab')).toBe(false);
    expect(isEqualInConstantTime('', '')).toBe(true);
  });
});

it('computes the same CRC-32 as node:zlib', () => {
  fc.assert(
    fc.property(generateText(), (text) => {
      expect(computeCrc32(text)).toBe(crc32(text));
    }),
  );
});
