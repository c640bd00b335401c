import { describe, expect, it } from 'vitest';
import { readCookie, serializeCookie } from './browser.ts';

describe('a cookie', () => {
  it('is found among others, in one header or in several', () => {
    expect(readCookie(['a=1; __Host-x=2', 'b=3'], '__Host-x')).toBe('2');
    expect(readCookie(['a=1', '__Host-x=a=b'], '__Host-x')).toBe('a=b');
    expect(readCookie(['x__Host-x=2'], '__Host-x')).toBeUndefined();
    expect(readCookie([], '__Host-x')).toBeUndefined();
  });

  it('is Secure, HttpOnly and SameSite, and expires after its maximum age', () => {
    expect(serializeCookie('__Host-x', 'y', 60)).toBe(
      '__Host-x=y; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60',
    );
  });
});
