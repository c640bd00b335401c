import { describe, expect, inject, it } from 'vitest';
import type { Registration } from '#functions/auth/client/registration.ts';
import { call } from '#kit/call.ts';
import { newPerson, type TestPerson } from '#kit/fixtures.ts';
import { getCode, newParties, type Parties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const uri = 'https://app.example/signed-out?from=fitness';
const newSignIn = (registration: Partial<Registration> = {}) =>
  newParties({ send: call, urls }, { post_logout_redirect_uris: [uri], ...registration });

const logout = `${urls.auth}/v7.1/openid/logout/`;
const account = `${urls.auth}/v7.1/oauth2/account/`;

/** Signs the user in by a client. Returns the id_token. */
async function getIdToken({ decide, redeem }: Parties): Promise<string> {
  const { body } = await redeem(getCode(await decide('allow', { scope: 'openid' })));
  return body.id_token ?? '';
}

/** Opens a logout request in a browser in which a person is signed in. */
async function openLogout(person: TestPerson, parameters: Record<string, string>) {
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(person);
  const page = await browser.open(`${logout}?${new URLSearchParams(parameters)}`);
  return { browser, page };
}

type Browser = Awaited<ReturnType<typeof openLogout>>['browser'];

/** Returns whether the browser is still signed in. */
async function isSignedIn(browser: Browser): Promise<boolean> {
  return !(await browser.open(account)).text.includes('name="password"');
}

// OpenID Connect RP-Initiated Logout 1.0.
describe('a logout', () => {
  it('with an id_token of the person ends the session at once, and continues at the client', async () => {
    const parties = await newSignIn();
    const { browser } = await openLogout(parties.user, {
      id_token_hint: await getIdToken(parties),
      post_logout_redirect_uri: uri,
      state: 'a b',
    });
    expect(browser.getDestination().href).toBe(`${uri}&state=a%20b`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('without an id_token asks the person, who can stay signed in', async () => {
    const parties = await newSignIn();
    const { client_id, name } = parties.client;
    const { browser, page } = await openLogout(parties.user, {
      client_id,
      post_logout_redirect_uri: uri,
    });
    expect(page.text).toContain(
      `<strong>${name}</strong> asks whether you want to sign out`,
    );
    expect(page.headers.get('content-security-policy')).not.toContain('form-action');
    expect(await isSignedIn(browser)).toBe(true);
    await browser.open(
      `${logout}?${new URLSearchParams({ client_id, post_logout_redirect_uri: uri })}`,
    );
    await browser.submit({ client_id, post_logout_redirect_uri: uri });
    expect(browser.getDestination().href).toBe(uri);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('asks if the id_token is of another person or of another client', async () => {
    const parties = await newSignIn();
    const other = await newSignIn();
    const id_token_hint = await getIdToken(parties);
    const stranger = await openLogout(await newPerson(), { id_token_hint });
    expect(stranger.page.text).toContain('Sign out?');
    const { client_id } = other.client;
    const confused = await openLogout(parties.user, { id_token_hint, client_id });
    expect(confused.page.text).toContain('Sign out?');
    expect(await isSignedIn(confused.browser)).toBe(true);
  });

  it('with an id_token of another client does not continue where only this client may', async () => {
    const parties = await newSignIn();
    const other = await newSignIn({ post_logout_redirect_uris: [] });
    const id_token_hint = await getIdToken({ ...other, user: parties.user });
    const ofOther = { id_token_hint, post_logout_redirect_uri: uri };
    const { page, browser } = await openLogout(parties.user, ofOther);
    expect(page.status).toBe(400);
    expect(browser.hasLeft()).toBe(false);
    const named = { ...ofOther, client_id: parties.client.client_id };
    const asked = await openLogout(parties.user, named);
    expect(asked.page.text).toContain('Sign out?');
    expect(await isSignedIn(asked.browser)).toBe(true);
  });

  it.each([
    'https://evil.example/',
    `${uri}&x`,
    'https://app.example/signed-out',
    'javascript:alert(1)',
  ])('never continues at a URI that is not registered: %s', async (other) => {
    const parties = await newSignIn();
    const { browser, page } = await openLogout(parties.user, {
      id_token_hint: await getIdToken(parties),
      post_logout_redirect_uri: other,
    });
    expect(page.status).toBe(400);
    expect(browser.hasLeft()).toBe(false);
    expect(page.text).not.toContain(other.slice(0, 20));
    expect(page.text).toContain('The post_logout_redirect_uri is not registered');
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('continues at no registered URI without the client, nor for one that is disabled or has none', async () => {
    const parties = await newSignIn();
    const without = await newParties({ send: call, urls });
    for (const client_id of ['', 'x', without.client.client_id]) {
      const parameters = { client_id, post_logout_redirect_uri: uri };
      const { page } = await openLogout(parties.user, parameters);
      expect(page.status).toBe(400);
    }
  });

  it('by POST of another site leads to the same request by GET', async () => {
    const { client } = await newSignIn();
    const form = {
      client_id: client.client_id,
      post_logout_redirect_uri: uri,
      state: 'x',
    };
    const { status, headers } = await call('POST', '/v7.1/openid/logout/', {
      host: 'auth',
      form,
    });
    expect(status).toBe(303);
    const location = new URL(headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(logout);
    expect(Object.fromEntries(location.searchParams)).toMatchObject(form);
  });

  it('by a form that is not from our page ends nothing', async () => {
    const parties = await newSignIn();
    const { browser } = await openLogout(parties.user, {});
    const forged = await browser.submit({ form_token: 'x'.repeat(43) });
    expect(forged.status).toBe(403);
    expect(await isSignedIn(browser)).toBe(true);
    await browser.open(logout);
    const foreign = await browser.submit({}, { Origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
  });

  it('of nobody leads to the sign-in page', async () => {
    const browser = newTestBrowser(call, urls.auth);
    const page = await browser.open(logout);
    expect(page.text).toContain('You have signed out.');
  });
});
