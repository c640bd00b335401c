import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { runErasureToEnd } from '#kit/erasure.ts';
import { newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { getCode, newParties, type Parties } from '#kit/oauth-parties.ts';
import { findLink, newTestBrowser } from '#kit/test-browser.ts';
import { toDigest } from '#shared/auth/secrets.ts';

const { urls } = inject('service');
const uri = 'https://app.example/signed-out';
const newSignIn = () =>
  newParties({ send: callHandler, urls }, { post_logout_redirect_uris: [uri] });

/** Signs the user in by a client. Returns the tokens. */
async function signIn({ decide, redeem }: Parties) {
  const { body } = await redeem(getCode(await decide('allow', { scope: 'openid' })));
  return { ...body, id_token: body.id_token ?? '' };
}

/** Opens a URL in a browser in which a person is signed in. */
async function open(person: TestPerson, url: string) {
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person, new Date());
  return { browser, page: await browser.open(url) };
}

// The time never goes back, as in the gateway.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const hour = 60 * 60 * 1000;

// OpenID Connect Core 1.0 section 3.1.2.1 and RP-Initiated Logout 1.0 section 2.
describe('an id_token that expired an hour ago', () => {
  it('still names its user, to get a code and to sign out at once', async () => {
    const parties = await newSignIn();
    const { id_token: id_token_hint } = await signIn(parties);
    vi.setSystemTime(Date.now() + 2 * hour);
    const parameters = { scope: 'openid', prompt: 'none', id_token_hint };
    const url = parties.buildAuthorizeUrl(parameters);
    const own = await open(parties.user, url);
    expect(getCode(own.browser.getDestination())).not.toBe('');
    const { browser } = await open(await newPerson(), url);
    expect(browser.getDestination().searchParams.get('error')).toBe('login_required');

    const query = new URLSearchParams({ id_token_hint, post_logout_redirect_uri: uri });
    const logout = await open(parties.user, `${urls.auth}/v7.1/openid/logout/?${query}`);
    expect(logout.browser.getDestination().href).toBe(uri);
  });
});

/** Opens a request for a user after it has expired, in their browser. */
async function expire(parties: Parties, url: string) {
  const { browser } = await open(parties.user, url);
  vi.setSystemTime(Date.now() + hour);
  return { browser, link: findLink(await browser.reopen()) };
}

describe('the link that starts a request again', () => {
  it('asks for the same user, without the id_token', async () => {
    const parties = await newSignIn();
    const { id_token: id_token_hint } = await signIn(parties);
    const parameters = { scope: 'openid', prompt: 'consent', id_token_hint };
    const url = parties.buildAuthorizeUrl(parameters);
    const { browser, link } = await expire(parties, url);
    expect(link).toContain('oauth2/authorize/');
    expect(link).not.toContain(id_token_hint);

    expect((await browser.open(link)).text).toContain('name="decision"');
    await browser.signIn(await newPerson());
    await browser.open(link);
    const { searchParams } = browser.getDestination();
    expect(searchParams.get('error')).toBe('login_required');
  });

  it('asks for nobody in another browser, or for another client', async () => {
    const parties = await newSignIn();
    const { id_token: id_token_hint } = await signIn(parties);
    const url = parties.buildAuthorizeUrl({ scope: 'openid', id_token_hint });
    const { browser, link } = await expire(parties, url);
    const hint = new URL(link).searchParams.get('id_token_hint') ?? '';
    const strange = await newSignIn();
    const { browser: other } = await open(parties.user, link);
    await browser.open(strange.buildAuthorizeUrl({ id_token_hint: hint }));
    for (const { searchParams } of [browser.getDestination(), other.getDestination()])
      expect(searchParams.get('error')).toBe('invalid_request');
  });
});

describe('a client that knows the id of a user', () => {
  it('does not learn whether that user is signed in', async () => {
    const { user } = await newSignIn();
    const strange = await newSignIn();
    for (const hint of [toDigest(user.user_id), user.user_id]) {
      const parameters = { prompt: 'none', id_token_hint: `user:${hint}` };
      const url = strange.buildAuthorizeUrl(parameters);
      for (const person of [user, await newPerson()]) {
        const { browser } = await open(person, url);
        const { searchParams } = browser.getDestination();
        expect(searchParams.get('error')).toBe('invalid_request');
      }
    }
  });
});

describe('userinfo', () => {
  it('is refused for a person who is erased, and to an application that is disabled', async () => {
    const [erased, disabled] = [await newSignIn(), await newSignIn()];
    const tokens = [await signIn(erased), await signIn(disabled)];
    const { user_id } = erased.user;
    const request = { user_id, reason: 'person', language: 'en' } as const;
    const immediate = { ...request, isImmediate: true };
    await erasures.schedule(table(), immediate, () => ({}), new Date());
    await runErasureToEnd(user_id);
    await clients.disable(table(), disabled.client.client_id, new Date());
    for (const { access_token } of tokens) {
      const options = { token: access_token };
      const { status } = await callHandler('GET', '/v7.1/openid/userinfo/', options);
      expect(status).toBe(401);
    }
  });
});
