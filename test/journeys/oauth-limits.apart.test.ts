import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as attempts from '../../functions/auth/attempt/attempt.store.ts';
import { budgets } from '../../functions/auth/attempt/budget.ts';
import type { LocalService } from '../../lib/local/service.ts';
import { newClientSecret } from '../../shared/auth/tokens.ts';
import { newUser, type TestUser, table } from '../kit/fixtures.ts';
import { sendFrom } from '../kit/send-from.ts';
import { newParties } from './oauth-parties.ts';
import { startOwnService } from './own-service.ts';
import { newVisitor } from './visitor.ts';

const minute = 60;

/** A service of these tests alone, whose clock they can move. */
let service: LocalService;
let parties: Awaited<ReturnType<typeof newParties>>;
let next = 2;

beforeAll(async () => {
  service = await startOwnService();
  Object.assign(process.env, service.environment);
  parties = await newParties({ send: sendFrom('127.0.0.1', service.urls), urls: service.urls });
});

afterAll(() => service.close());

/** A loopback address that no test has used yet. */
const newAddress = () => `127.0.0.${next++}`;

/** Somebody before the sign-in page, with a browser that is new or the one given. */
async function atSignIn(address = newAddress(), cookies: ReadonlyMap<string, string> = new Map()) {
  const visitor = newVisitor(sendFrom(address, service.urls), service.urls.auth);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  await visitor.open(parties.authorizeUrl());
  return visitor;
}

type Visitor = Awaited<ReturnType<typeof atSignIn>>;
const wrong = { password: 'wrong' };
const statusOf = async (visitor: Visitor, { email, password }: Pick<TestUser, 'email' | 'password'>) =>
  (await visitor.submit({ email, password })).status;

/** Uses up the attempts of an account from one address. */
async function exhaust(visitor: Visitor, user: Pick<TestUser, 'email'>, count: number) {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push(await statusOf(visitor, { ...user, ...wrong }));
  return statuses;
}

/** Counts what so many wrong passwords from an address would, without the work of looking at them. */
async function countWrong({ email }: Pick<TestUser, 'email'>, address: string, times: number) {
  const now = new Date(service.clock.now());
  const subjects: attempts.Subject[] = [
    { kind: 'account_at_network', of: [email, address] },
    { kind: 'account', of: [email] },
    { kind: 'network', of: [address] },
  ];
  for (let i = 0; i < times; i++)
    await Promise.all(subjects.map((subject) => attempts.count(table(), subject, now)));
}

const remembered = ({ cookies }: Visitor) =>
  new Map([...cookies].filter(([name]) => name === '__Host-fit_device'));

describe('wrong passwords', () => {
  it('LG-03 are refused unseen after the documented count, until the window is over (A15, API2)', async () => {
    const user = await newUser();
    const visitor = await atSignIn();
    expect(await exhaust(visitor, user, budgets.account_at_network)).toEqual(
      Array(budgets.account_at_network).fill(403),
    );
    const right = await visitor.submit({ email: user.email, password: user.password });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(minute);
    expect(right.headers.getSetCookie()).toEqual([]);
    const stillWrong = await visitor.submit({ email: user.email, password: 'wrong' });
    expect(stillWrong.text).toBe(right.text);
    service.clock.advance(minute);
    expect(await statusOf(visitor, user)).toBe(200);
  });

  it('LG-03 are followed by pauses that grow, and by a short one again after a quiet time (A15, API2)', async () => {
    const [user, address] = [await newUser(), newAddress()];
    const visitor = await atSignIn(address);
    const pauses: number[] = [];
    for (let round = 0; round < 3; round++) {
      await countWrong(user, address, budgets.account_at_network);
      const { headers } = await visitor.submit({ email: user.email, ...wrong });
      pauses.push(Math.ceil(Number(headers.get('retry-after')) / minute));
      service.clock.advance(Number(headers.get('retry-after')));
      await visitor.open(parties.authorizeUrl());
    }
    expect(pauses).toEqual([1, 2, 4]);
    service.clock.advance(25 * 60 * minute);
    await visitor.open(parties.authorizeUrl());
    await countWrong(user, address, budgets.account_at_network);
    const { headers } = await visitor.submit({ email: user.email, ...wrong });
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(minute);
  });

  it('LG-04, AB-05 at once are counted each: of 50 no more are looked at than of 50 in turn (A15, API2)', async () => {
    const user = await newUser();
    const visitor = await atSignIn();
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => statusOf(visitor, { ...user, ...wrong })),
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(budgets.account_at_network);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50 - budgets.account_at_network);
    expect(await statusOf(visitor, user)).toBe(429);
  });

  it('LG-02 of an unknown account are limited as those of a known one (A15, ASVS)', async () => {
    const shape = async (email: string) => {
      const visitor = await atSignIn();
      const answers = [];
      for (let i = 0; i <= budgets.account_at_network; i++)
        answers.push(await visitor.submit({ email, ...wrong }));
      return answers.map(({ status, text }) => [status, text.replace(/value="[^"]*"/, '')]);
    };
    expect(await shape('nobody@example.com')).toEqual(await shape((await newUser()).email));
  });

  it('AB-04 from one address, without pause, keep nobody out who is elsewhere (A15, API2)', async () => {
    const user = await newUser();
    const statuses = await exhaust(await atSignIn(), user, budgets.account_at_network + 5);
    expect(statuses.filter((status) => status === 403)).toHaveLength(budgets.account_at_network);
    expect(await statusOf(await atSignIn(), user)).toBe(200);
  });

  it('AB-04 from everywhere keep nobody out who was signed in before in that browser, nor others for ever (A15, API2)', async () => {
    const user = await newUser();
    const home = newAddress();
    const before = await atSignIn(home);
    expect(await statusOf(before, user)).toBe(200);
    for (let i = 0; i < budgets.account / budgets.account_at_network; i++)
      await countWrong(user, newAddress(), budgets.account_at_network);
    expect(await statusOf(await atSignIn(), user)).toBe(429);
    expect(await statusOf(await atSignIn(home), user)).toBe(429);
    const known = remembered(before);
    expect(await statusOf(await atSignIn(newAddress(), known), user)).toBe(200);
    service.clock.advance(minute);
    expect(await statusOf(await atSignIn(), user)).toBe(200);
  });

  it('AB-04 in a browser that knows another account are counted as those of a stranger (A15, API2)', async () => {
    const [victim, attacker] = [await newUser(), await newUser()];
    const own = await atSignIn();
    await statusOf(own, attacker);
    const visitor = await atSignIn(newAddress(), remembered(own));
    await exhaust(visitor, victim, budgets.account_at_network);
    expect(await statusOf(visitor, victim)).toBe(429);
    const victims = await atSignIn();
    expect(await statusOf(victims, victim)).toBe(200);
  });

  it('of a known browser have a budget of their own, which ends too (A15, API2)', async () => {
    const user = await newUser();
    const home = newAddress();
    const before = await atSignIn(home);
    await statusOf(before, user);
    const again = await atSignIn(home, remembered(before));
    await exhaust(again, user, budgets.account_in_known_browser);
    expect(await statusOf(again, user)).toBe(429);
  });

  it('do not count once the right one has followed (A15, API2)', async () => {
    const user = await newUser();
    const address = newAddress();
    for (let i = 0; i <= budgets.account_at_network; i++)
      expect(await statusOf(await atSignIn(address), user)).toBe(200);
  });

  it('of many accounts from one address are limited together (A15, API2)', async () => {
    const [address, user] = [newAddress(), await newUser()];
    const subject = { kind: 'network', of: [address] } as const;
    for (let i = 0; i < budgets.network; i++)
      await attempts.count(table(), subject, new Date(service.clock.now()));
    expect(await statusOf(await atSignIn(address), user)).toBe(429);
    expect(await statusOf(await atSignIn(), user)).toBe(200);
  });
});

describe('wrong secrets', () => {
  const path = '/v7.0/oauth2/access_token/';
  const ask = (address: string, client_id: string, client_secret: string) =>
    sendFrom(address, service.urls)<{ error?: string }>('POST', path, {
      form: { grant_type: 'client_credentials', client_id, client_secret },
    });

  it.each([
    ['of no secret’s form', () => 'wrong'],
    ['of the right form', newClientSecret],
  ])(
    'TE-38, AB-03 %s: 200 from one address are throttled, and keep nobody out elsewhere (A15)',
    async (_, make) => {
      const { client_id, client_secret } = (
        await newParties({ send: sendFrom('127.0.0.1', service.urls), urls: service.urls })
      ).application;
      const [attacker, owner] = [newAddress(), newAddress()];
      const answers = await Promise.all(Array.from({ length: 200 }, () => ask(attacker, client_id, make())));
      const throttled = answers.filter(({ status }) => status === 429);
      expect(throttled).toHaveLength(200 - budgets.application_at_network);
      expect(throttled[0]?.body).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.stringContaining('try again'),
      });
      expect(Number(throttled[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(throttled[0]?.headers.get('cache-control')).toBe('no-store');
      expect((await ask(owner, client_id, client_secret)).status).toBe(200);
      expect((await ask(attacker, client_id, client_secret)).status).toBe(200);
      service.clock.advance(minute);
      expect((await ask(attacker, client_id, 'wrong')).status).toBe(401);
    },
  );

  it('TE-38 are throttled at revocation and introspection as well (A15, RFC 7009 section 5)', async () => {
    const { client_id } = parties.application;
    const send = sendFrom(newAddress(), service.urls);
    const form = { client_id, client_secret: 'wrong', token: 'x' };
    const statuses: number[] = [];
    for (let i = 0; i < budgets.application_at_network + 2; i++)
      statuses.push(
        (await send('POST', `/v7.0/oauth2/${i % 2 ? 'revoke' : 'introspect'}/`, { form })).status,
      );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
