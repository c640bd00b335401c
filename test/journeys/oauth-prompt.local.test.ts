import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCode, newParties, type Parties } from '#kit/oauth-parties.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { type Send, send } from '#kit/send.ts';
import { newVisitor } from '#kit/visitor.ts';
import type { LocalService } from '#lib/local/service.ts';

let service: LocalService;

beforeAll(async () => {
  service = await startServiceWithOwnClock();
});

afterAll(() => service.close());

const sendHere: Send = (method, path, options) =>
  send(service.urls, method, path, options);

const getNow = () => new Date(service.clock.now());
const newPartiesHere = () => newParties({ send: sendHere, ...service });
const newBrowser = () => newVisitor(sendHere, service.urls.auth);

/** Allows the client once, so that its consent is remembered. */
async function allowOnce({ decide, redeem }: Parties): Promise<void> {
  await redeem(getCode(await decide('allow')));
}

/** Sends a signed-in person to the client's authorization request, a second after the sign-in. */
async function authorize(parties: Parties, parameters: Record<string, string>) {
  const visitor = newBrowser();
  await visitor.signIn(parties.user, getNow());
  service.clock.advance(1);
  const page = await visitor.open(parties.authorizeUrl(parameters));
  return { visitor, page };
}

/** Returns the error in a redirect to the client. */
const getError = (destination: URL) => destination.searchParams.get('error');

describe('prompt (OpenID Connect Core 3.1.2.1)', () => {
  it('login asks to sign in again, and then continues', async () => {
    const parties = await newPartiesHere();
    await allowOnce(parties);
    const { visitor, page } = await authorize(parties, { prompt: 'login', state: 's' });
    expect(page.text).toContain('name="password"');
    expect(visitor.hasLeft()).toBe(false);
    const { email, password } = parties.user;
    await visitor.submit({ email, password });
    expect(getCode(visitor.getDestination())).not.toBe('');
    expect(visitor.getDestination().searchParams.get('state')).toBe('s');
  });

  it('consent asks again although the consent is remembered', async () => {
    const parties = await newPartiesHere();
    await allowOnce(parties);
    expect((await authorize(parties, {})).visitor.hasLeft()).toBe(true);
    const { visitor, page } = await authorize(parties, { prompt: 'consent' });
    expect(page.text).toContain('name="decision"');
    await visitor.submit({ decision: 'deny' });
    expect(getError(visitor.getDestination())).toBe('access_denied');
  });

  it('none shows no page: a code, login_required or consent_required', async () => {
    const parties = await newPartiesHere();
    const none = { prompt: 'none', state: 'x' };
    const signedOut = newBrowser();
    await signedOut.open(parties.authorizeUrl(none));
    expect(getError(signedOut.getDestination())).toBe('login_required');

    const first = (await authorize(parties, none)).visitor.getDestination();
    expect(getError(first)).toBe('consent_required');
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      state: 'x',
      iss: service.urls.main,
    });
    await allowOnce(parties);
    const second = (await authorize(parties, none)).visitor.getDestination();
    expect(getCode(second)).not.toBe('');
    const old = (await authorize(parties, { ...none, max_age: '0' })).visitor;
    expect(getError(old.getDestination())).toBe('login_required');
  });

  it.each([
    { parameters: { prompt: 'none login' }, problem: 'prompt' },
    { parameters: { max_age: '-1' }, problem: 'max_age' },
    { parameters: { max_age: 'soon' }, problem: 'max_age' },
  ])('is rejected with the redirect: $parameters', async ({ parameters, problem }) => {
    const parties = await newPartiesHere();
    const { visitor } = await authorize(parties, parameters);
    const { searchParams } = visitor.getDestination();
    expect(searchParams.get('error')).toBe('invalid_request');
    expect(searchParams.get('error_description')).toContain(problem);
  });

  it('ignores values that it does not know', async () => {
    const { page } = await authorize(await newPartiesHere(), { prompt: 'create' });
    expect(page.text).toContain('name="decision"');
  });
});

describe('max_age (OpenID Connect Core 3.1.2.1)', () => {
  it('asks to sign in again once the sign-in is older', async () => {
    const parties = await newPartiesHere();
    const visitor = newBrowser();
    await visitor.signIn(parties.user, getNow());
    service.clock.advance(600);
    const recent = await visitor.open(parties.authorizeUrl({ max_age: '600' }));
    expect(recent.text).toContain('name="decision"');
    service.clock.advance(1);
    const old = await visitor.open(parties.authorizeUrl({ max_age: '600' }));
    expect(old.text).toContain('name="password"');
    const { email, password } = parties.user;
    expect((await visitor.submit({ email, password })).text).toContain('name="decision"');
    const stale = await visitor.submit({ decision: 'allow' });
    expect([stale.status, visitor.hasLeft()]).toEqual([303, true]);
  });
});
