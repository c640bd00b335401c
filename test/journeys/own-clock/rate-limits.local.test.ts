import { describe, expect, it } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import type { AttemptKey } from '#functions/auth/attempts/attempts.store.ts';
import { newClient, newUser, type TestUser } from '#kit/fixtures.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { sendFrom } from '#kit/send.ts';
import type { TestBrowser } from '#kit/test-browser.ts';
import { newNetworkAddress, startTimedService } from './service.ts';

const minute = 60;
const wrongPassword = { password: 'wrong' };

type Account = Pick<TestUser, 'email' | 'password'>;

const toNetworkKey = ({ email }: Account, address: string): AttemptKey => ({
  limit: 'account_at_network',
  parts: [email, address],
});

/** Returns the cookie that makes a browser a trusted device. */
const getDeviceCookie = ({ cookies }: TestBrowser) =>
  new Map([...cookies].filter(([name]) => name === '__Host-fit_device'));

const service = await startTimedService();
/** Opens the sign-in page from an address, in a new browser or with these cookies. */
async function openSignInPage(
  address = newNetworkAddress(),
  cookies: ReadonlyMap<string, string> = new Map(),
) {
  const browser = service.newBrowser(address);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  await browser.open(service.toUrl('sign-in/?continue=account'));
  return browser;
}

/** Submits the sign-in form. Returns the status. */
async function signIn(
  browser: TestBrowser,
  { email, password }: Account,
): Promise<number> {
  return (await browser.submit({ email, password })).status;
}

/** Counts attempts without verifying a password, which is slow by design. */
const count = (key: AttemptKey, attempts: number) =>
  consumeAttempts(key, attempts, service.getNow());

describe('sign-in attempts with a wrong password', () => {
  it('beyond the limit from one address are rejected without verifying the password, until the window ends', async () => {
    const [user, address] = [await newUser(), newNetworkAddress()];
    const browser = await openSignInPage(address);
    await count(toNetworkKey(user, address), allowedAttempts.account_at_network - 1);
    expect(await signIn(browser, { ...user, ...wrongPassword })).toBe(403);
    const { email, password } = user;
    const german = { 'Accept-Language': 'de-AT' };
    const correct = await browser.submit({ email, password }, german);
    const retryAfter = correct.headers.get('retry-after');
    expect([correct.status, retryAfter]).toEqual([429, String(minute)]);
    expect(correct.headers.getSetCookie()).toEqual([]);
    const message = 'Zu viele Versuche. Versuchen Sie es in 1 Minute erneut.';
    expect(correct.text).toMatch(new RegExp(`role="alert"[^>]* autofocus>${message}`));
    const incorrect = await browser.submit({ email, ...wrongPassword }, german);
    expect(incorrect.text).toBe(correct.text);
    // The user can still sign in at another address.
    expect(await signIn(await openSignInPage(), user)).toBe(200);
    service.clock.advance(minute);
    expect(await signIn(browser, user)).toBe(200);
  });

  it('from the address of the user do not lock out a trusted device', async () => {
    const [user, home] = [await newUser(), newNetworkAddress()];
    const before = await openSignInPage(home);
    expect(await signIn(before, user)).toBe(200);
    await count(toNetworkKey(user, home), allowedAttempts.account_at_network);
    const sameDevice = await openSignInPage(home, getDeviceCookie(before));
    expect(await signIn(sameDevice, user)).toBe(200);
  });
});

it.each(['access_token', 'revoke', 'introspect'])(
  'requests with a wrong client secret are throttled at the %s endpoint',
  async (path) => {
    const [{ client_id }, address] = [await newClient(), newNetworkAddress()];
    await consumeAttempts(
      { limit: 'client_at_network', parts: [client_id, address] },
      allowedAttempts.client_at_network,
      service.getNow(),
    );
    const grant_type = 'client_credentials';
    const form = { grant_type, client_id, client_secret: 'wrong', token: 'x' };
    const send = sendFrom(address, service.urls);
    const throttled = await send('POST', `/v7.0/oauth2/${path}/`, { form });
    expect(throttled.status).toBe(429);
    expect(throttled.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('try again'),
    });
    expect(throttled.headers.get('retry-after')).toBe('60');
    expect(throttled.headers.get('cache-control')).toBe('no-store');
  },
);
