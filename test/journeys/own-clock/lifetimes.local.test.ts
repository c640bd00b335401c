import { describe, expect, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as clientSecrets from '#functions/auth/client/client-update.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { disableUser } from '#functions/auth/identity/change-access.ts';
import { issueCode } from '#kit/authorization-codes.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { newPkce, type Tokens } from '#kit/oauth-parties.ts';
import { openTokensPage } from '#kit/personal-tokens.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { startTimedService } from './service.ts';

const day = 24 * 60 * 60;

const service = await startTimedService();
const { getNow, newTimedParties, send } = service;

/** Creates parties, and tokens that the user granted. */
async function newPartiesWithTokens() {
  const parties = await newTimedParties();
  const { body } = await parties.redeem(await parties.newCode());
  return { ...parties, first: body };
}

/** Opens the page of access tokens as a new user. */
async function newTokenOwner() {
  const { user, getStatusWith } = await newTimedParties();
  const page = await openTokensPage({ ...service, now: getNow() }, user);
  return { ...page, getStatusWith };
}

/** Creates a public client and the requests that redeem a code of a new user, and refresh. */
async function newPublicParties() {
  const redirect_uri = 'https://app.example/callback';
  const registration = { name: 'Ride viewer', redirect_uris: [redirect_uri] };
  const client = await clients.createPublic(table(), registration, getNow());
  const { client_id } = client;
  const { code_verifier, announced } = newPkce();
  const post = (form: Record<string, string>) =>
    send<Tokens & { error?: string }>('POST', '/v7.1/oauth2/access_token/', {
      form: { client_id, ...form },
    });
  return {
    redeem: async () => {
      const person = await newPerson();
      const options = { ...announced, now: getNow() };
      const code = await issueCode(person, { ...client, redirect_uri }, options);
      return post({ grant_type: 'authorization_code', code, code_verifier });
    },
    refresh: (refresh_token: string) =>
      post({ grant_type: 'refresh_token', refresh_token }),
  };
}

describe('in the course of time', () => {
  it('a code expires after 10 minutes', async () => {
    const { newCode, redeem } = await newTimedParties();
    const [early, late] = [await newCode(), await newCode()];
    service.clock.advance(9 * 60);
    expect((await redeem(early)).status).toBe(200);
    service.clock.advance(60);
    const { status, body } = await redeem(late);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('a code that is replayed after 30 seconds still revokes its tokens', async () => {
    const { newCode, redeem, getStatusWith } = await newTimedParties();
    const code = await newCode();
    const { body } = await redeem(code);
    service.clock.advance(30);
    expect((await redeem(code)).body.error).toBe('invalid_grant');
    expect(await getStatusWith(body.access_token)).toBe(401);
  });

  it('an authorization request expires after 10 minutes, and the page says so', async () => {
    const { buildAuthorizeUrl, user } = await newTimedParties();
    const browser = service.newBrowser();
    await browser.open(buildAuthorizeUrl());
    service.clock.advance(10 * 60);
    const { status, text } = await browser.submit({
      email: user.email,
      password: user.password,
    });
    expect(status).toBe(400);
    expect(text).toMatch(/start again/i);
  });

  it('a session that stays signed in expires 30 days after the last use', async () => {
    const { user, buildAuthorizeUrl } = await newTimedParties();
    const { email, password } = user;
    const browser = service.newBrowser();
    const security = service.toUrl('account/security/');
    await browser.open(security);
    const opened = await browser.submit({ email, password, stay_signed_in: 'yes' });
    expect(opened.text).toContain('30 days after the last use');
    for (const days of [29, 29]) {
      service.clock.advance(days * day);
      const page = await browser.open(security);
      expect(page.text).toContain('This browser');
      expect(page.headers.getSetCookie().join()).toContain(`Max-Age=${30 * day}`);
      const again = await browser.open(security);
      expect(again.headers.getSetCookie().join()).not.toContain('__Host-fit_session');
    }
    // The sign-in is as old as it is: an application can ask for a recent one.
    const asked = await browser.open(buildAuthorizeUrl({ max_age: '3600' }));
    expect(asked.text).toContain('name="password"');
    await browser.open(buildAuthorizeUrl());
    service.clock.advance(30 * day);
    expect((await browser.open(security)).text).toContain('name="password"');
  });

  it('a session expires after 12 hours', async () => {
    const { buildAuthorizeUrl, user } = await newTimedParties();
    const browser = service.newBrowser();
    await browser.signIn(user, getNow());
    service.clock.advance(day / 2 - 1);
    expect((await browser.open(buildAuthorizeUrl())).text).toContain('name="decision"');
    service.clock.advance(1);
    expect((await browser.open(buildAuthorizeUrl())).text).toContain('name="password"');
  });

  it('an access token expires after 60 days, and its refresh token stays valid', async () => {
    const { first, refresh, getStatusWith } = await newPartiesWithTokens();
    service.clock.advance(60 * day - 60);
    expect(await getStatusWith(first.access_token)).toBe(200);
    service.clock.advance(60);
    expect(await getStatusWith(first.access_token)).toBe(401);
    const { body } = await refresh(first.refresh_token);
    expect(await getStatusWith(body.access_token)).toBe(200);
  });

  it('a refresh can be repeated for a day, and the tokens do not expire later', async () => {
    const { first, refresh } = await newPartiesWithTokens();
    const { body: lost } = await refresh(first.refresh_token);
    service.clock.advance(day - 60);
    const { body: repeated } = await refresh(first.refresh_token);
    expect(repeated.access_token).toBe(lost.access_token);
    expect(repeated.expires_in).toBe(5_184_000 - day + 60);
    service.clock.advance(60);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(lost.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('an unused refresh token expires after a year', async () => {
    const { first, refresh } = await newPartiesWithTokens();
    service.clock.advance(365 * day);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('tokens are rejected within a minute after their client is disabled in one write, although their use was cached', async () => {
    const { first, client, user, getStatusWith } = await newPartiesWithTokens();
    expect(await getStatusWith(first.access_token)).toBe(200);
    await clients.disable(table(), client.client_id, getNow());
    service.clock.advance(60);
    const { status, headers } = await send('GET', '/v7.0/user/self/', {
      token: first.access_token,
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    const stored = await grants.listByUser(table(), user.user_id);
    expect(stored.map(({ revoked_at }) => revoked_at)).toEqual([undefined]);
  });

  it('a token is rejected within a minute after its user is disabled, although its use was cached', async () => {
    const { first, user, getStatusWith } = await newPartiesWithTokens();
    expect(await getStatusWith(first.access_token)).toBe(200);
    await disableUser(table(), user.user_id, getNow());
    service.clock.advance(60);
    expect(await getStatusWith(first.access_token)).toBe(401);
  });

  it('a personal access token is rejected within a minute after it is revoked, although its use was cached', async () => {
    const { create, revokeFirst, getStatusWith } = await newTokenOwner();
    const token = await create();
    expect(await getStatusWith(token)).toBe(200);
    await revokeFirst();
    service.clock.advance(60);
    expect(await getStatusWith(token)).toBe(401);
  });

  it('a personal access token expires when its page says, and is shown for 30 days more', async () => {
    const { user, create, getStatusWith } = await newTokenOwner();
    const token = await create({ 'profile.read': 'yes', lifetime: '7' });
    service.clock.advance(7 * day - 60);
    expect(await getStatusWith(token)).toBe(200);
    service.clock.advance(60);
    expect(await getStatusWith(token)).toBe(401);
    const openAgain = async () => {
      const page = await openTokensPage({ ...service, now: getNow() }, user);
      return (await page.open()).text;
    };
    expect(await openAgain()).toContain('Expired on');
    service.clock.advance(30 * day);
    expect(await openAgain()).not.toContain('Expired on');
  });

  it("a client's grant to itself ends with its tokens, also after a refresh", async () => {
    const { client, requestOwnTokens, refresh } = await newTimedParties();
    const { body } = await requestOwnTokens();
    const principal = toServicePrincipal(client.client_id);
    const getLifetime = async () => {
      const [grant] = await grants.listByUser(table(), principal);
      return (grant?.ttl ?? 0) - Math.floor(service.clock.now() / 1000);
    };
    expect(await getLifetime()).toBe(body.expires_in);
    service.clock.advance(3600);
    const refreshed = await refresh(body.refresh_token);
    expect(refreshed.body.expires_in).toBe(body.expires_in);
    expect(await getLifetime()).toBe(body.expires_in);
  });

  it('a revoked secret is rejected after a minute, although its client was cached', async () => {
    const { client, requestOwnTokens } = await newTimedParties();
    expect((await requestOwnTokens()).status).toBe(200);
    const now = getNow();
    await clientSecrets.replaceSecrets(table(), client.client_id, now);
    service.clock.advance(60);
    expect((await requestOwnTokens()).body.error).toBe('invalid_client');
  });

  it('a rotated secret expires after a day', async () => {
    const { client, requestOwnTokens } = await newTimedParties();
    const now = new Date(service.clock.now() - day * 1000);
    const replaced = await clientSecrets.rotateSecret(table(), client.client_id, now);
    expect((await requestOwnTokens()).body.error).toBe('invalid_client');
    expect(
      (await requestOwnTokens({ client_secret: replaced?.client_secret ?? '' })).status,
    ).toBe(200);
  });
});

describe('a public client', () => {
  // RFC 9700 section 4.14.2.
  it('can repeat a refresh for 60 seconds, and a later repeat revokes the grant', async () => {
    const { redeem, refresh } = await newPublicParties();
    const { body: first } = await redeem();
    const { body: second } = await refresh(first.refresh_token);
    service.clock.advance(59);
    expect((await refresh(first.refresh_token)).body.refresh_token).toBe(
      second.refresh_token,
    );

    service.clock.advance(1);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    service.clock.advance(61);
    const options = { token: second.access_token };
    expect((await send('GET', '/v7.1/user/self/', options)).status).toBe(401);
  });
});

// OpenID Connect Core 3.1.2.1.
describe('max_age', () => {
  it('requires a new sign-in if the last one is older', async () => {
    const parties = await newTimedParties();
    const browser = service.newBrowser();
    await browser.signIn(parties.user, getNow());
    service.clock.advance(600);
    const recent = await browser.open(parties.buildAuthorizeUrl({ max_age: '600' }));
    expect(recent.text).toContain('name="decision"');
    service.clock.advance(1);
    const tooOld = await browser.open(parties.buildAuthorizeUrl({ max_age: '600' }));
    expect(tooOld.text).toContain('name="password"');
    const { email, password } = parties.user;
    expect((await browser.submit({ email, password })).text).toContain('name="decision"');
    const allowed = await browser.submit({ decision: 'allow' });
    expect([allowed.status, browser.hasLeft()]).toEqual([303, true]);
  });
});
