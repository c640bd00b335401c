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

/** Somebody before the sign-in page, with a browser that is new or the one given. */
async function atSignIn(
  address = newAddress(),
  cookies: ReadonlyMap<string, string> = new Map(),
) {
  const { auth } = service.urls;
  const visitor = newVisitor(sendFrom(address, service.urls), auth);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  await visitor.open(`${auth}/v7.1/oauth2/sign-in/?continue=account`);
  return visitor;
}

type Visitor = Awaited<ReturnType<typeof atSignIn>>;
type Account = Pick<TestUser, 'email' | 'password'>;
const wrong = { password: 'wrong' };

/** What becomes of an attempt: its status, and how many seconds it has to wait. */
async function attempt(visitor: Visitor, { email, password }: Account) {
  const { status, headers } = await visitor.submit({ email, password });
  return { status, wait: Number(headers.get('retry-after')) };
}

/** Counts attempts without verifying a password, which is slow by design. */
const count = (key: RateLimitKey, attempts: number) =>
  consumeAttempts(key, attempts, new Date(service.clock.now()));

const fromNetwork = ({ email }: Account, address: string): RateLimitKey => ({
  limit: 'account_at_network',
  parts: [email, address],
});
const fromAnywhere = ({ email }: Account): RateLimitKey => ({
  limit: 'account',
  parts: [email],
});

const remembered = ({ cookies }: Visitor) =>
  new Map([...cookies].filter(([name]) => name === '__Host-fit_device'));

describe('wrong passwords', () => {
  it('LG-03 are refused unseen after the documented count, until the window is over (A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    const visitor = await atSignIn(address);
    await count(fromNetwork(user, address), attemptLimits.account_at_network - 1);
    expect(await attempt(visitor, { ...user, ...wrong })).toMatchObject({ status: 403 });
    const right = await visitor.submit({ email: user.email, password: user.password });
    expect([right.status, right.headers.get('retry-after')]).toEqual([
      429,
      String(minute),
    ]);
    expect(right.headers.getSetCookie()).toEqual([]);
    const stillWrong = await visitor.submit({ email: user.email, password: 'wrong' });
    expect(stillWrong.text).toBe(right.text);
    service.clock.advance(minute);
    expect(await attempt(visitor, user)).toMatchObject({ status: 200 });
  });

  it('LG-03 are followed by pauses that grow to a quarter of an hour, and by a short one again after a quiet time (A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    const visitor = await atSignIn(address);
    const pause = async () => {
      await count(fromNetwork(user, address), attemptLimits.account_at_network);
      const { wait } = await attempt(visitor, { ...user, ...wrong });
      service.clock.advance(wait);
      return wait / minute;
    };
    const pauses: number[] = [];
    for (let round = 0; round < 6; round++) pauses.push(await pause());
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15]);
    service.clock.advance(25 * 60 * minute);
    expect(await pause()).toBe(1);
  });

  it('LG-04, AB-05 at once are counted each: of 50 no more are looked at than of 50 in turn (A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    const visitor = await atSignIn(address);
    await count(fromNetwork(user, address), attemptLimits.account_at_network - 2);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => attempt(visitor, { ...user, ...wrong })),
    );
    const looked = answers.filter(({ status }) => status === 403);
    expect([
      looked.length,
      answers.filter(({ status }) => status === 429).length,
    ]).toEqual([2, 48]);
    expect(await attempt(visitor, user)).toMatchObject({ status: 429 });
  });

  it('LG-02 of an unknown account are limited as those of a known one (A15, ASVS)', async () => {
    const shape = async (email: string) => {
      const address = newAddress();
      const visitor = await atSignIn(address);
      await count(
        fromNetwork({ email, ...wrong }, address),
        attemptLimits.account_at_network - 1,
      );
      const answers = [
        await visitor.submit({ email, ...wrong }),
        await visitor.submit({ email, ...wrong }),
      ];
      return answers.map(({ status, text }) => [
        status,
        text.replace(/value="[^"]*"/, ''),
      ]);
    };
    const [unknown, known] = [
      await shape(`${newId(new Date())}@example.com`),
      await shape((await newUser()).email),
    ];
    expect(unknown.map(([status]) => status)).toEqual([403, 429]);
    expect(unknown).toEqual(known);
  });

  it('AB-04 from one address, without pause, keep nobody out who is elsewhere (A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    const stranger = await atSignIn(address);
    await count(fromNetwork(user, address), attemptLimits.account_at_network + 100);
    expect(await attempt(stranger, { ...user, ...wrong })).toMatchObject({ status: 429 });
    expect(await attempt(await atSignIn(), user)).toMatchObject({ status: 200 });
  });

  it('AB-04 from any number of addresses keep nobody out who is elsewhere, and leave each stranger one attempt (A15, API2)', async () => {
    const user = await newUser();
    for (let window = 0; window < 3; window++) {
      await count(fromAnywhere(user), attemptLimits.account + 1);
      service.clock.advance(quarter);
    }
    await count(fromAnywhere(user), attemptLimits.account);
    const stranger = await atSignIn();
    expect(await attempt(stranger, { ...user, ...wrong })).toMatchObject({ status: 403 });
    expect(await attempt(stranger, { ...user, ...wrong })).toMatchObject({ status: 429 });
    const person = await atSignIn();
    expect(await attempt(person, user)).toMatchObject({ status: 200 });
    const again = await atSignIn();
    expect(await attempt(again, { ...user, ...wrong })).toMatchObject({ status: 403 });
    expect(await attempt(again, user)).toEqual({ status: 429, wait: minute });
    service.clock.advance(minute);
    await count(fromAnywhere(user), 2 * attemptLimits.account);
    expect(await attempt(again, user)).toMatchObject({ status: 200 });
  });

  it('AB-04 at the same address keep nobody out who was signed in before in that browser (A15, API2)', async () => {
    const [user, home] = [await newUser(), newAddress()];
    const before = await atSignIn(home);
    expect(await attempt(before, user)).toMatchObject({ status: 200 });
    await count(fromNetwork(user, home), attemptLimits.account_at_network);
    await count(fromAnywhere(user), attemptLimits.account);
    expect(await attempt(await atSignIn(home), user)).toMatchObject({ status: 429 });
    expect(await attempt(await atSignIn(home, remembered(before)), user)).toMatchObject({
      status: 200,
    });
  });

  it('AB-04 in a browser that knows another account are counted as those of a stranger (A15, API2)', async () => {
    const [victim, attacker, address] = [await newUser(), await newUser(), newAddress()];
    const own = await atSignIn();
    await attempt(own, attacker);
    const visitor = await atSignIn(address, remembered(own));
    await count(fromNetwork(victim, address), attemptLimits.account_at_network);
    expect(await attempt(visitor, victim)).toMatchObject({ status: 429 });
  });

  it('on a trusted device have a limit of their own (A15, API2)', async () => {
    const user = await newUser();
    const before = await atSignIn();
    await attempt(before, user);
    const [device = ''] = remembered(before).values();
    await count(
      { limit: 'account_on_trusted_device', parts: [user.email, device] },
      attemptLimits.account_on_trusted_device,
    );
    const again = await atSignIn(newAddress(), remembered(before));
    expect(await attempt(again, user)).toMatchObject({ status: 429 });
  });

  it('do not count once the right one has followed (A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    await count(fromNetwork(user, address), attemptLimits.account_at_network - 1);
    for (const _ of [1, 2])
      expect(await attempt(await atSignIn(address), user)).toMatchObject({ status: 200 });
  });

  it('of many accounts from one address are limited together (A15, API2)', async () => {
    const [address, user] = [newAddress(), await newUser()];
    await count({ limit: 'network', parts: [address] }, attemptLimits.network);
    expect(await attempt(await atSignIn(address), user)).toMatchObject({ status: 429 });
    expect(await attempt(await atSignIn(), user)).toMatchObject({ status: 200 });
  });
});

describe('wrong secrets', () => {
  const ask = (
    address: string,
    client_id: string,
    client_secret: string,
    path = 'access_token',
  ) =>
    sendFrom(address, service.urls)<{ error?: string }>('POST', `/v7.0/oauth2/${path}/`, {
      form: { grant_type: 'client_credentials', client_id, client_secret, token: 'x' },
    });

  it('TE-38, AB-03: any number from one address is throttled, and keeps nobody out, there or elsewhere (A15)', async () => {
    const { client_id, client_secret } = await newClient();
    const [attacker, owner] = [newAddress(), newAddress()];
    await count(
      { limit: 'client_at_network', parts: [client_id, attacker] },
      attemptLimits.client_at_network - 5,
    );
    const guesses = Array.from({ length: 40 }, (_, i) =>
      i % 2 ? newClientSecret() : 'wrong',
    );
    const answers = await Promise.all(
      guesses.map((guess) => ask(attacker, client_id, guess)),
    );
    const throttled = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(throttled).toHaveLength(answers.length - 5);
    const [first] = throttled;
    expect(first?.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('try again'),
    });
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(first?.headers.get('cache-control')).toBe('no-store');
    expect((await ask(owner, client_id, client_secret)).status).toBe(200);
    expect((await ask(attacker, client_id, client_secret)).status).toBe(200);
    service.clock.advance(minute);
    expect((await ask(attacker, client_id, 'wrong')).status).toBe(401);
  });

  it.each(['revoke', 'introspect'])(
    'TE-38 are throttled at %s as well (A15, RFC 7009 section 5)',
    async (path) => {
      const [{ client_id }, address] = [await newClient(), newAddress()];
      const key = { limit: 'client_at_network', parts: [client_id, address] } as const;
      await count(key, attemptLimits.client_at_network - 1);
      expect((await ask(address, client_id, 'wrong', path)).status).toBe(401);
      expect((await ask(address, client_id, 'wrong', path)).status).toBe(429);
    },
  );

  it('TE-38 of applications that do not exist are throttled together, whatever their names (A15)', async () => {
    const address = newAddress();
    const key = { limit: 'unknown_clients_at_network', parts: [address] } as const;
    await count(key, attemptLimits.unknown_clients_at_network - 2);
    const names = ['x', newId(new Date()), newId(new Date())];
    const statuses: number[] = [];
    for (const name of names)
      statuses.push((await ask(address, name, newClientSecret())).status);
    expect(statuses).toEqual([401, 401, 429]);
  });
});
