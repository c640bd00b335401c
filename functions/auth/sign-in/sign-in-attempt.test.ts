import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import type { AttemptKey } from '#functions/auth/attempts/attempts.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { getIdentity, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { verifySignIn } from './sign-in-attempt.ts';

// The audit events of attempts are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const start = new Date('2026-11-20T12:00:00Z');
/** Returns the time this many minutes after the start. */
const getTimeAfter = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

type Account = Pick<TestUser, 'email' | 'password'>;

/** The place and time of a sign-in. Defaults to a new address and no device. */
interface Circumstances {
  address?: string;
  device?: string;
  now?: Date;
}

/** Returns a network address that no other test uses. */
const newAddress = () => newId(start);

/** Tries to sign in. Returns `success`, or the problem. */
async function attempt(
  { email, password }: Account,
  { address = newAddress(), device = '', now = start }: Circumstances = {},
) {
  const cookies = device === '' ? [] : [`__Host-fit_device=${device}`];
  const context = {
    table: table(),
    header: (name: string) => (name === 'cookie' ? cookies : []),
    now,
    sourceAddress: address,
    requestId: 'request',
  };
  const result = await verifySignIn(context, { email, password, purpose: 'sign_in' });
  return result.ok ? 'success' : result.error;
}

const toNetworkKey = ({ email }: Account, address: string): AttemptKey => ({
  limit: 'account_at_network',
  parts: [email, address],
});
const toAccountKey = ({ email }: Account): AttemptKey => ({
  limit: 'account',
  parts: [email],
});
/** Counts attempts without verifying a password, which is slow by design. */
const count = (key: AttemptKey, attempts: number, now = start) =>
  consumeAttempts(key, attempts, now);

/** Creates a user, and the same account with a wrong password. */
async function newAccount() {
  const user = await newUser();
  return { user, wrong: { ...user, password: 'wrong' } };
}

/** Makes a device trusted by a user, and returns the secret of its cookie. */
async function trustDevice(user: TestUser): Promise<string> {
  const identity = await getIdentity(user);
  const secret = newSecret();
  await trustedDevices.trust(table(), identity, { secret, browser: '' }, start);
  return secret;
}

/** The problem of an attempt that must wait for a minute. */
const oneMinute = { retryAfter: 60 };

describe('sign-in attempts with a wrong password', () => {
  it('beyond the limit lead to pauses that grow up to 15 minutes, and start with one minute after a day', async () => {
    const { wrong } = await newAccount();
    const address = newAddress();
    let minutes = 0;
    const exceedLimit = async () => {
      const now = getTimeAfter(minutes);
      const { account_at_network } = allowedAttempts;
      await count(toNetworkKey(wrong, address), account_at_network, now);
      const problem = await attempt(wrong, { address, now });
      const pause = typeof problem === 'object' ? problem.retryAfter / 60 : 0;
      minutes += pause;
      return pause;
    };
    const pauses: number[] = [];
    for (let round = 0; round < 6; round++) pauses.push(await exceedLimit());
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15]);
    minutes += 25 * 60;
    expect(await exceedLimit()).toBe(1);
  });

  it('that are concurrent are all counted, so no more than the limit are verified', async () => {
    const { user, wrong } = await newAccount();
    const address = newAddress();
    await count(toNetworkKey(user, address), allowedAttempts.account_at_network - 2);
    const attempts = Array.from({ length: 5 }, () => attempt(wrong, { address }));
    const problems = await Promise.all(attempts);
    expect(problems.filter((problem) => problem === 'wrong')).toHaveLength(2);
    expect(await attempt(user, { address })).toEqual(oneMinute);
  });

  it('for an unknown account are limited like those for a known one', async () => {
    const { wrong } = await newAccount();
    const unknown = { email: `${newId(start)}@example.com`, password: 'wrong' };
    for (const account of [wrong, unknown]) {
      const address = newAddress();
      await count(toNetworkKey(account, address), allowedAttempts.account_at_network - 1);
      expect(await attempt(account, { address })).toBe('wrong');
      expect(await attempt(account, { address })).toEqual(oneMinute);
    }
  });

  it('from many addresses do not lock the user out, and leave each address one attempt', async () => {
    const { user, wrong } = await newAccount();
    // Each window that exceeds the limit of the account makes the next one longer.
    for (let window = 0; window < 3; window++)
      await count(
        toAccountKey(user),
        allowedAttempts.account + 1,
        getTimeAfter(15 * window),
      );
    const now = getTimeAfter(45);
    await count(toAccountKey(user), allowedAttempts.account, now);
    const address = newAddress();
    expect(await attempt(wrong, { address, now })).toBe('wrong');
    // The attempt at one address takes none from another.
    expect(await attempt(user, { now })).toBe('success');
    expect(await attempt(user, { address, now })).toEqual(oneMinute);
    const later = getTimeAfter(46);
    await count(toAccountKey(user), 2 * allowedAttempts.account, later);
    expect(await attempt(user, { address, now: later })).toBe('success');
  });

  it('do not lock out a trusted device, which has a limit of its own', async () => {
    const { user } = await newAccount();
    const [address, device] = [newAddress(), await trustDevice(user)];
    await count(toNetworkKey(user, address), allowedAttempts.account_at_network);
    await count(toAccountKey(user), allowedAttempts.account);
    expect(await attempt(user, { address })).toEqual(oneMinute);
    expect(await attempt(user, { address, device })).toBe('success');
    await count(
      { limit: 'account_on_trusted_device', parts: [user.email, device] },
      allowedAttempts.account_on_trusted_device,
    );
    expect(await attempt(user, { device })).toEqual(oneMinute);
  });

  it('on a device that another account trusts have no limit of their own', async () => {
    const [victim, attacker] = [await newUser(), await newUser()];
    const [address, device] = [newAddress(), await trustDevice(attacker)];
    await count(toNetworkKey(victim, address), allowedAttempts.account_at_network);
    expect(await attempt(victim, { address, device })).toEqual(oneMinute);
  });

  it('are not counted if the password is correct', async () => {
    const { user } = await newAccount();
    const address = newAddress();
    await count(toNetworkKey(user, address), allowedAttempts.account_at_network - 1);
    for (const _ of [1, 2]) expect(await attempt(user, { address })).toBe('success');
  });

  it('for any accounts from one address share a limit', async () => {
    const { user } = await newAccount();
    const address = newAddress();
    await count({ limit: 'network', parts: [address] }, allowedAttempts.network);
    expect(await attempt(user, { address })).toEqual(oneMinute);
    expect(await attempt(user)).toBe('success');
  });
});
