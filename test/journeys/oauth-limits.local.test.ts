import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import type { RateLimitKey } from '#functions/auth/rate-limit/rate-limit.store.ts';
import { newClient, newUser, type TestUser } from '#kit/fixtures.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { sendFrom } from '#kit/send-from.ts';
import { newVisitor } from '#kit/visitor.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newClientSecret } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';

const minute = 60;
const quarter = 15 * minute;

let service: LocalService;

beforeAll(async () => {
  service = await startServiceWithOwnClock();
});

afterAll(() => service.close());

/** Returns a loopback address that no other test uses. */
const newAddress = () => `127.${[...randomBytes(3)].join('.')}`;

/** Opens the sign-in page from an address, in a new browser or with these cookies. */
async function openSignInPage(
  address = newAddress(),
  cookies: ReadonlyMap<string, string> = new Map(),
) {
  const { auth } = service.urls;
  const visitor = newVisitor(sendFrom(address, service.urls), auth);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  await visitor.open(`${auth}/v7.1/oauth2/sign-in/?continue=account`);
  return visitor;
}

type Visitor = Awaited<ReturnType<typeof openSignInPage>>;
type Account = Pick<TestUser, 'email' | 'password'>;
const wrongPassword = { password: 'wrong' };

/** Submits the sign-in form. Returns the status and the Retry-After in seconds. */
async function signIn(visitor: Visitor, { email, password }: Account) {
  const { status, headers } = await visitor.submit({ email, password });
  return { status, retryAfter: Number(headers.get('retry-after')) };
}

/** Counts attempts without verifying a password, which is slow by design. */
const count = (key: RateLimitKey, attempts: number) =>
  consumeAttempts(key, attempts, new Date(service.clock.now()));

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

describe('sign-in attempts with a wrong password', () => {
  it('beyond the limit are rejected without verifying the password, until the window ends (LG-03, A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    const visitor = await openSignInPage(address);
    await count(toNetworkKey(user, address), attemptLimits.account_at_network - 1);
    expect(await signIn(visitor, { ...user, ...wrongPassword })).toMatchObject({
      status: 403,
    });
    const correct = await visitor.submit({ email: user.email, password: user.password });
    expect([correct.status, correct.headers.get('retry-after')]).toEqual([
      429,
      String(minute),
    ]);
    expect(correct.headers.getSetCookie()).toEqual([]);
    const incorrect = await visitor.submit({ email: user.email, password: 'wrong' });
    expect(incorrect.text).toBe(correct.text);
    service.clock.advance(minute);
    expect(await signIn(visitor, user)).toMatchObject({ status: 200 });
  });

  it('beyond the limit lead to pauses that grow up to 15 minutes, and start with one minute after a day (LG-03, A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
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
    const [user, address] = [await newUser(), newAddress()];
    const visitor = await openSignInPage(address);
    await count(toNetworkKey(user, address), attemptLimits.account_at_network - 2);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => signIn(visitor, { ...user, ...wrongPassword })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([403, 403, ...Array(6).fill(429)]);
    expect(await signIn(visitor, user)).toMatchObject({ status: 429 });
  });

  it('for an unknown account are limited like those for a known one (LG-02, A15, ASVS)', async () => {
    const failTwice = async (email: string) => {
      const address = newAddress();
      const visitor = await openSignInPage(address);
      await count(
        toNetworkKey({ email, ...wrongPassword }, address),
        attemptLimits.account_at_network - 1,
      );
      const responses = [
        await visitor.submit({ email, ...wrongPassword }),
        await visitor.submit({ email, ...wrongPassword }),
      ];
      return responses.map(({ status, text }) => [
        status,
        text.replace(/value="[^"]*"/g, ''),
      ]);
    };
    const [unknown, known] = [
      await failTwice(`${newId(new Date())}@example.com`),
      await failTwice((await newUser()).email),
    ];
    expect(unknown.map(([status]) => status)).toEqual([403, 429]);
    expect(unknown).toEqual(known);
  });

  it('from one address do not lock the user out at another (AB-04, A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    const stranger = await openSignInPage(address);
    await count(toNetworkKey(user, address), attemptLimits.account_at_network + 100);
    expect(await signIn(stranger, { ...user, ...wrongPassword })).toMatchObject({
      status: 429,
    });
    expect(await signIn(await openSignInPage(), user)).toMatchObject({ status: 200 });
  });

  it('from many addresses do not lock the user out, and leave each address one attempt (AB-04, A15, API2)', async () => {
    const user = await newUser();
    // Each window that exceeds the limit of the account makes the next one longer.
    for (let window = 0; window < 3; window++) {
      await count(toAccountKey(user), attemptLimits.account + 1);
      service.clock.advance(quarter);
    }
    await count(toAccountKey(user), attemptLimits.account);
    const stranger = await openSignInPage();
    expect(await signIn(stranger, { ...user, ...wrongPassword })).toMatchObject({
      status: 403,
    });
    expect(await signIn(stranger, { ...user, ...wrongPassword })).toMatchObject({
      status: 429,
    });
    const person = await openSignInPage();
    expect(await signIn(person, user)).toMatchObject({ status: 200 });
    const mistyping = await openSignInPage();
    expect(await signIn(mistyping, { ...user, ...wrongPassword })).toMatchObject({
      status: 403,
    });
    expect(await signIn(mistyping, user)).toEqual({ status: 429, retryAfter: minute });
    service.clock.advance(minute);
    await count(toAccountKey(user), 2 * attemptLimits.account);
    expect(await signIn(mistyping, user)).toMatchObject({ status: 200 });
  });

  it('from the address of the user do not lock out a trusted device (AB-04, A15, API2)', async () => {
    const [user, home] = [await newUser(), newAddress()];
    const before = await openSignInPage(home);
    expect(await signIn(before, user)).toMatchObject({ status: 200 });
    await count(toNetworkKey(user, home), attemptLimits.account_at_network);
    await count(toAccountKey(user), attemptLimits.account);
    expect(await signIn(await openSignInPage(home), user)).toMatchObject({ status: 429 });
    expect(
      await signIn(await openSignInPage(home, getDeviceCookie(before)), user),
    ).toMatchObject({
      status: 200,
    });
  });

  it('on a device that another account trusts have no limit of their own (AB-04, A15, API2)', async () => {
    const [victim, attacker, address] = [await newUser(), await newUser(), newAddress()];
    const signInPage = await openSignInPage();
    await signIn(signInPage, attacker);
    const visitor = await openSignInPage(address, getDeviceCookie(signInPage));
    await count(toNetworkKey(victim, address), attemptLimits.account_at_network);
    expect(await signIn(visitor, victim)).toMatchObject({ status: 429 });
  });

  it('on a trusted device have a limit of their own (A15, API2)', async () => {
    const user = await newUser();
    const before = await openSignInPage();
    await signIn(before, user);
    const [device = ''] = getDeviceCookie(before).values();
    await count(
      { limit: 'account_on_trusted_device', parts: [user.email, device] },
      attemptLimits.account_on_trusted_device,
    );
    const sameDevice = await openSignInPage(newAddress(), getDeviceCookie(before));
    expect(await signIn(sameDevice, user)).toMatchObject({ status: 429 });
  });

  it('are not counted if the password is correct (A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    await count(toNetworkKey(user, address), attemptLimits.account_at_network - 1);
    for (const _ of [1, 2])
      expect(await signIn(await openSignInPage(address), user)).toMatchObject({
        status: 200,
      });
  });

  it('for any accounts from one address share a limit (A15, API2)', async () => {
    const [address, user] = [newAddress(), await newUser()];
    await count({ limit: 'network', parts: [address] }, attemptLimits.network);
    expect(await signIn(await openSignInPage(address), user)).toMatchObject({
      status: 429,
    });
    expect(await signIn(await openSignInPage(), user)).toMatchObject({ status: 200 });
  });
});

describe('requests with a wrong client secret', () => {
  const requestToken = (
    address: string,
    client_id: string,
    client_secret: string,
    path = 'access_token',
  ) =>
    sendFrom(address, service.urls)<{ error?: string }>('POST', `/v7.0/oauth2/${path}/`, {
      form: { grant_type: 'client_credentials', client_id, client_secret, token: 'x' },
    });

  it('are throttled, and do not lock out the client at any address (TE-38, AB-03, A15)', async () => {
    const { client_id, client_secret } = await newClient();
    const [attacker, owner] = [newAddress(), newAddress()];
    await count(
      { limit: 'client_at_network', parts: [client_id, attacker] },
      attemptLimits.client_at_network - 5,
    );
    const secrets = Array.from({ length: 12 }, (_, i) =>
      i % 2 ? newClientSecret() : 'wrong',
    );
    const responses = await Promise.all(
      secrets.map((secret) => requestToken(attacker, client_id, secret)),
    );
    const throttled = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(throttled).toHaveLength(responses.length - 5);
    const [first] = throttled;
    expect(first?.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('try again'),
    });
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(first?.headers.get('cache-control')).toBe('no-store');
    expect((await requestToken(owner, client_id, client_secret)).status).toBe(200);
    expect((await requestToken(attacker, client_id, client_secret)).status).toBe(200);
    service.clock.advance(minute);
    expect((await requestToken(attacker, client_id, 'wrong')).status).toBe(401);
  });

  it.each(['revoke', 'introspect'])(
    'are throttled at the %s endpoint too (TE-38, A15, RFC 7009 section 5)',
    async (path) => {
      const [{ client_id }, address] = [await newClient(), newAddress()];
      const key = { limit: 'client_at_network', parts: [client_id, address] } as const;
      await count(key, attemptLimits.client_at_network - 1);
      expect((await requestToken(address, client_id, 'wrong', path)).status).toBe(401);
      expect((await requestToken(address, client_id, 'wrong', path)).status).toBe(429);
    },
  );

  it('of unknown clients share a limit (TE-38, A15)', async () => {
    const address = newAddress();
    const key = { limit: 'unknown_clients_at_network', parts: [address] } as const;
    await count(key, attemptLimits.unknown_clients_at_network - 2);
    const names = ['x', newId(new Date()), newId(new Date())];
    const statuses: number[] = [];
    for (const name of names)
      statuses.push((await requestToken(address, name, newClientSecret())).status);
    expect(statuses).toEqual([401, 401, 429]);
  });
});
