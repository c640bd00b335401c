import { describe, expect, it } from 'vitest';
import { getBrowserName, readCookie, serializeCookie } from './browser.ts';

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

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows'],
  [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox, Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari, iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  ['curl/8.5.0', ''],
  [undefined, ''],
])('reads the browser and the system in %j', (userAgent, name) => {
  expect(getBrowserName(userAgent)).toBe(name);
});
