import { describe, expect, it } from 'vitest';
import { newSecret } from './secrets.ts';
import { formatToken, newClientSecret, parseToken, type TokenKind } from './tokens.ts';

const kinds: readonly TokenKind[] = [
  'access',
  'personal',
  'refresh',
  'code',
  'session',
  'link',
];
const token = { user_id: 'app-01k9wq', id: '01k9wr', secret: newSecret() };

describe('a token', () => {
  it.each(kinds)('of the kind %s is parsed as that kind only', (kind) => {
    const text = formatToken(kind, token);
    expect(text).toMatch(/^[0-9a-z_-]+$/);
    expect(parseToken(kind, text)).toEqual(token);
    for (const other of kinds.filter((name) => name !== kind))
      expect(parseToken(other, text)).toBeUndefined();
  });

  it('is rejected if any one character changes', () => {
    const text = formatToken('access', token);
    for (let i = 0; i < text.length; i++) {
      const other = text[i] === '0' ? '1' : '0';
      expect(
        parseToken('access', text.slice(0, i) + other + text.slice(i + 1)),
        `at ${i}`,
      ).toBeUndefined();
    }
  });

  it.each(['', 'x', 'fit_at___', `${formatToken('access', token)}0`, 'a'.repeat(10_000)])(
    'is not parsed from %j',
    (text) => {
      expect(parseToken('access', text)).toBeUndefined();
    },
  );

  it('contains 256 random bits', () => {
    const secrets = new Set(Array.from({ length: 1000 }, newSecret));
    expect(secrets.size).toBe(1000);
    // A character of base 32 has 5 bits.
    for (const secret of secrets) expect(secret).toHaveLength(Math.ceil(256 / 5));
  });
});

describe('a client secret', () => {
  it('has a format that secret scanners recognize', () => {
    expect(newClientSecret()).toMatch(/^fit_cs_[0-9a-z]{52}[0-9a-z]{7}$/);
  });
});
