import { describe, expect, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import type { RateLimitKey } from '#functions/auth/rate-limit/rate-limit.store.ts';
import { newUser, type TestUser } from '#kit/fixtures.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import type { Visitor } from '#kit/visitor.ts';
import {
  newEmail,
  newNetworkAddress,
  submitAtOnce,
  type TimedService,
} from './service.ts';

const minute = 60;
const quarter = 15 * minute;
const wrongPassword = { password: 'wrong' };

type Account = Pick<TestUser, 'email' | 'password'>;

const toNetworkKey = ({ email }: Account, address: string): RateLimitKey => ({
  limit: 'account_at_network',
  parts: [email, address],
});
const toAccountKey = ({ email }: Account): RateLimitKey => ({
  limit: 'account',
  parts: [email],
});

/** Returns the cookie that makes a browser a trusted device. */
const getDeviceCookie = ({ cookies }: Visitor) =>
  new Map([...cookies].filter(([name]) => name === '__Host-fit_device'));

/** Tests the limits of sign-in attempts. */
export function testRateLimits(service: TimedService): void {
  /** Opens the sign-in page from an address, in a new browser or with these cookies. */
  async function openSignInPage(
    address = newNetworkAddress(),
    cookies: ReadonlyMap<string, string> = new Map(),
  ) {
    const visitor = service.newBrowser(address);
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    await visitor.open(service.toUrl('sign-in/?continue=account'));
    return visitor;
  }

  /** Submits the sign-in form. Returns the status and the Retry-After in seconds. */
  async function signIn(visitor: Visitor, { email, password }: Account) {
    const { status, headers } = await visitor.submit({ email, password });
    return { status, retryAfter: Number(headers.get('retry-after')) };
  }

  /** Counts attempts without verifying a password, which is slow by design. */
  const count = (key: RateLimitKey, attempts: number) =>
    consumeAttempts(key, attempts, service.getNow());

  describe('sign-in attempts with a wrong password', () => {
    it('beyond the limit from one address are rejected without verifying the password, until the window ends (LG-03, AB-04, A15, API2)', async () => {
      const [user, address] = [await newUser(), newNetworkAddress()];
      const visitor = await openSignInPage(address);
      await count(toNetworkKey(user, address), attemptLimits.account_at_network - 1);
      expect(await signIn(visitor, { ...user, ...wrongPassword })).toMatchObject({
        status: 403,
      });
      const { email, password } = user;
      const german = { 'Accept-Language': 'de-AT' };
      const correct = await visitor.submit({ email, password }, german);
      const retryAfter = correct.headers.get('retry-after');
      expect([correct.status, retryAfter]).toEqual([429, String(minute)]);
      expect(correct.headers.getSetCookie()).toEqual([]);
      const message = 'Zu viele Versuche. Versuchen Sie es in 1 Minute erneut.';
      expect(correct.text).toMatch(new RegExp(`role="alert"[^>]* autofocus>${message}`));
      const incorrect = await visitor.submit({ email, ...wrongPassword }, german);
      expect(incorrect.text).toBe(correct.text);
      // The user can still sign in at another address.
      expect(await signIn(await openSignInPage(), user)).toMatchObject({ status: 200 });
      service.clock.advance(minute);
      expect(await signIn(visitor, user)).toMatchObject({ status: 200 });
    });

    it('beyond the limit lead to pauses that grow up to 15 minutes, and start with one minute after a day (LG-03, A15, API2)', async () => {
      const [user, address] = [await newUser(), newNetworkAddress()];
      const visitor = await openSignInPage(address);
      const exceedLimit = async () => {
        await count(toNetworkKey(user, address), attemptLimits.account_at_network);
        const { retryAfter } = await signIn(visitor, { ...user, ...wrongPassword });
        service.clock.advance(retryAfter);
        return retryAfter / minute;
      };
      const pauses: number[] = [];
      for (let round = 0; round < 6; round++) pauses.push(await exceedLimit());
      expect(pauses).toEqual([1, 2, 4, 8, 15, 15]);
      service.clock.advance(25 * 60 * minute);
      expect(await exceedLimit()).toBe(1);
    });

    it('that are concurrent are all counted, so no more than the limit are verified (LG-04, AB-05, A15, API2)', async () => {
      const [user, address] = [await newUser(), newNetworkAddress()];
      const visitor = await openSignInPage(address);
      await count(toNetworkKey(user, address), attemptLimits.account_at_network - 2);
      const form = { email: user.email, ...wrongPassword };
      const responses = await submitAtOnce(visitor, Array(5).fill(form));
      const statuses = responses.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([403, 403, 429, 429, 429]);
      expect(await signIn(visitor, user)).toMatchObject({ status: 429 });
    });

    it('for an unknown account are limited like those for a known one (LG-02, A15, ASVS)', async () => {
      const failTwice = async (email: string) => {
        const address = newNetworkAddress();
        const visitor = await openSignInPage(address);
        const form = { email, ...wrongPassword };
        await count(toNetworkKey(form, address), attemptLimits.account_at_network - 1);
        const responses = [await visitor.submit(form), await visitor.submit(form)];
        return responses.map(({ status, text }) => [
          status,
          text.replace(/value="[^"]*"/g, ''),
        ]);
      };
      const unknown = await failTwice(newEmail());
      const known = await failTwice((await newUser()).email);
      expect(unknown.map(([status]) => status)).toEqual([403, 429]);
      expect(unknown).toEqual(known);
    });

    it('from many addresses do not lock the user out, and leave each address one attempt (AB-04, A15, API2)', async () => {
      const user = await newUser();
      const wrong = { ...user, ...wrongPassword };
      // Each window that exceeds the limit of the account makes the next one longer.
      for (let window = 0; window < 3; window++) {
        await count(toAccountKey(user), attemptLimits.account + 1);
        service.clock.advance(quarter);
      }
      await count(toAccountKey(user), attemptLimits.account);
      const mistyping = await openSignInPage();
      expect(await signIn(mistyping, wrong)).toMatchObject({ status: 403 });
      // The attempt at one address takes none from another.
      const person = await openSignInPage();
      expect(await signIn(person, user)).toMatchObject({ status: 200 });
      expect(await signIn(mistyping, user)).toEqual({ status: 429, retryAfter: minute });
      service.clock.advance(minute);
      await count(toAccountKey(user), 2 * attemptLimits.account);
      expect(await signIn(mistyping, user)).toMatchObject({ status: 200 });
    });

    it('from the address of the user do not lock out a trusted device, which has a limit of its own (AB-04, A15, API2)', async () => {
      const [user, home] = [await newUser(), newNetworkAddress()];
      const before = await openSignInPage(home);
      expect(await signIn(before, user)).toMatchObject({ status: 200 });
      await count(toNetworkKey(user, home), attemptLimits.account_at_network);
      await count(toAccountKey(user), attemptLimits.account);
      const stranger = await openSignInPage(home);
      expect(await signIn(stranger, user)).toMatchObject({ status: 429 });
      const sameDevice = await openSignInPage(home, getDeviceCookie(before));
      expect(await signIn(sameDevice, user)).toMatchObject({ status: 200 });

      const [device = ''] = getDeviceCookie(before).values();
      await count(
        { limit: 'account_on_trusted_device', parts: [user.email, device] },
        attemptLimits.account_on_trusted_device,
      );
      const exhausted = await openSignInPage(undefined, getDeviceCookie(before));
      expect(await signIn(exhausted, user)).toMatchObject({ status: 429 });
    });

    it('on a device that another account trusts have no limit of their own (AB-04, A15, API2)', async () => {
      const [victim, attacker] = [await newUser(), await newUser()];
      const address = newNetworkAddress();
      const signInPage = await openSignInPage();
      await signIn(signInPage, attacker);
      const visitor = await openSignInPage(address, getDeviceCookie(signInPage));
      await count(toNetworkKey(victim, address), attemptLimits.account_at_network);
      expect(await signIn(visitor, victim)).toMatchObject({ status: 429 });
    });

    it('are not counted if the password is correct (A15, API2)', async () => {
      const [user, address] = [await newUser(), newNetworkAddress()];
      await count(toNetworkKey(user, address), attemptLimits.account_at_network - 1);
      for (const _ of [1, 2])
        expect(await signIn(await openSignInPage(address), user)).toMatchObject({
          status: 200,
        });
    });

    it('for any accounts from one address share a limit (A15, API2)', async () => {
      const [address, user] = [newNetworkAddress(), await newUser()];
      await count({ limit: 'network', parts: [address] }, attemptLimits.network);
      expect(await signIn(await openSignInPage(address), user)).toMatchObject({
        status: 429,
      });
      expect(await signIn(await openSignInPage(), user)).toMatchObject({ status: 200 });
    });
  });
}
