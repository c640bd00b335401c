import { describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Registration } from '#functions/auth/client/registration.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { call } from '#kit/call.ts';
import { issueUserToken, newUser, table } from '#kit/fixtures.ts';
import { getCode, newParties } from '#kit/oauth-parties.ts';
import type { TestResponse } from '#kit/send.ts';
import { findFormToken, findLink, newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');

/** Creates a user who is signed in, and a client. */
async function newSignedInParties(registration: Partial<Registration> = {}) {
  const parties = await newParties({ send: call, urls }, registration);
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(parties.user);
  return { ...parties, browser };
}

/** Redeems a code that the user has granted to the client, so the consent is remembered. */
async function allowClient(registration?: Partial<Registration>) {
  const parties = await newSignedInParties(registration);
  await parties.redeem(await parties.newCode());
  return parties;
}

const asksForConsent = ({ text }: TestResponse) => text.includes('name="decision"');

describe('a client that the user has allowed before', () => {
  it('gets a new code without the consent page, also after a sign-in, but not a code for another user of the browser', async () => {
    const { browser, buildAuthorizeUrl, redeem, user } = await newSignedInParties();
    const page = await browser.open(buildAuthorizeUrl());
    await browser.submit({ decision: 'allow' });
    await redeem(getCode(browser.getDestination()));
    await browser.open(buildAuthorizeUrl({ state: 'again' }));
    const destination = browser.getDestination();
    expect(destination.searchParams.get('state')).toBe('again');
    expect(destination.searchParams.get('iss')).toBe(urls.main);
    expect((await redeem(getCode(destination))).body.user_id).toBe(user.user_id);

    browser.cookies.delete('__Host-fit_session');
    await browser.open(buildAuthorizeUrl({ state: 'later' }));
    await browser.submit({ email: user.email, password: user.password });
    expect(browser.getDestination().searchParams.get('state')).toBe('later');

    const other = await newUser();
    await browser.open(findLink(page));
    await browser.submit({ email: other.email, password: other.password });
    expect(asksForConsent(await browser.open(buildAuthorizeUrl()))).toBe(true);
  });

  it('gets one code if four tabs send the same request', async () => {
    const { browser, buildAuthorizeUrl } = await allowClient();
    await browser.open(buildAuthorizeUrl());
    const Cookie = browser.getCookieHeader();
    const get = (url: string) =>
      call('GET', url.slice(urls.auth.length), { host: 'auth', headers: { Cookie } });
    const consent = (await get(buildAuthorizeUrl())).headers.get('location') ?? '';
    const responses = await Promise.all(Array.from({ length: 4 }, () => get(consent)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 400, 400, 400]);
  });

  it('needs consent again after its grants are revoked', async () => {
    const { browser, buildAuthorizeUrl, user, client } = await allowClient();
    await revocations.revokeAllOfUserAndClient(
      table(),
      user.user_id,
      client.client_id,
      new Date(),
    );
    expect(asksForConsent(await browser.open(buildAuthorizeUrl()))).toBe(true);
  });

  it('needs consent each time if another program could receive its redirect', async () => {
    const registrations = [
      { native: true, pkce_required: false },
      {
        native: true,
        pkce_required: false,
        redirect_uris: ['http://127.0.0.1/callback'],
      },
      { redirect_uris: ['http://localhost:8080/callback'] },
    ];
    for (const registration of registrations) {
      const { browser, buildAuthorizeUrl } = await allowClient(registration);
      expect(asksForConsent(await browser.open(buildAuthorizeUrl()))).toBe(true);
    }
  });

  it('needs consent if only the operator has granted a token', async () => {
    const { browser, buildAuthorizeUrl, user, client } = await newSignedInParties();
    await issueUserToken(user, client);
    expect(asksForConsent(await browser.open(buildAuthorizeUrl()))).toBe(true);
  });

  it('gets no code after the operator disables it', async () => {
    const { browser, buildAuthorizeUrl, client } = await allowClient();
    await browser.open(buildAuthorizeUrl());
    expect(browser.hasLeft()).toBe(true);
    const Cookie = browser.getCookieHeader();
    const path = buildAuthorizeUrl().slice(urls.auth.length);
    const redirect = await call('GET', path, { host: 'auth', headers: { Cookie } });
    await clients.disable(table(), client.client_id, new Date());
    const { status } = await browser.open(redirect.headers.get('location') ?? '');
    expect(status).toBeLessThan(500);
    expect(browser.hasLeft()).toBe(false);
  });
});

it('a denial after the approval is an error, and the grant stays', async () => {
  const { browser, buildAuthorizeUrl, redeem, user, client } = await newSignedInParties();
  const form_token = findFormToken(await browser.open(buildAuthorizeUrl()));
  await browser.submit({ decision: 'allow' });
  await redeem(getCode(browser.getDestination()));
  const { status, headers } = await browser.submit({ decision: 'deny', form_token });
  expect([status, headers.get('location')]).toEqual([400, null]);
  const [grant] = await grants.listByUser(table(), user.user_id);
  expect(grant).toMatchObject({ client_id: client.client_id });
  expect(grant).not.toHaveProperty('revoked_at');
});
