import { describe, expect, it } from 'vitest';
import { readCookie, serializeCookie } from './browser.ts';
import { createFormToken, isSameOrigin } from './form.ts';

const address = 'https://auth.example/live';
const headers = (sent: Record<string, string>) => (name: string) =>
  sent[name] ? [sent[name]] : [];

describe('a form', () => {
  it.each([
    [{}, true],
    [{ origin: 'https://auth.example' }, true],
    [{ origin: 'https://auth.example', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: 'https://auth.example.evil.example' }, false],
    [{ origin: 'http://auth.example' }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
  ])('sent with %j has the same origin: %s', (sent, isSame) => {
    expect(isSameOrigin(headers(sent), address)).toBe(isSame);
  });

  it('has a token for one browser and one purpose', () => {
    const token = createFormToken('secret', 'sign-in', 'x');
    expect(createFormToken('secret', 'sign-in', 'x')).toBe(token);
    expect(createFormToken('other', 'sign-in', 'x')).not.toBe(token);
    expect(createFormToken('secret', 'consent', 'x')).not.toBe(token);
    expect(createFormToken('secret', 'sign-inx')).not.toBe(
      createFormToken('secret', 'sign-in', 'x'),
    );
  });
});

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
