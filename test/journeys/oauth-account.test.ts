import { describe, expect, inject, it } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { issueCode } from '#kit/authorization-codes.ts';
import { call } from '#kit/call.ts';
import { table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { consumeAttempts, getTimeInTenMinutes } from '#kit/rate-limits.ts';
import { listInvalidFields, newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const service = { send: call, urls };
const account = `${urls.auth}/v7.1/oauth2/account/`;
const applications = `${account}applications/`;
const password = `${account}password/`;
const getStatusWith = async (token: string) =>
  (await call('GET', '/v7.0/user/self/', { token })).status;

/** Opens a page of the account as a new user who is signed in. */
async function openSignedIn(url: string) {
  const parties = await newParties(service);
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(parties.user);
  const page = await browser.open(url);
  return { ...parties, browser, page };
}

describe('a page of the account', () => {
  it('is reached by signing in, can be neither cached nor framed, and loads nothing', async () => {
    const { user } = await newParties(service);
    const { email, password: secret } = user;
    const pages = [
      [account, 'Your account'],
      [applications, 'Applications with access'],
      [password, 'Change password'],
    ] as const;
    for (const [url, title] of pages) {
      const browser = newTestBrowser(call, urls.auth);
      const signInPage = await browser.open(url);
      expect(signInPage.text).toContain('name="password"');
      const page = await browser.submit({ email, password: secret });
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.text).not.toMatch(
        /<script|<link (?!rel="icon" href="data:)|<img|<iframe|url\(|style="/,
      );
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
        ),
      });
    }
  });

  it.each(['https://evil.example/', '../consent/'])(
    'is the only destination of a sign-in without an application: not %s',
    async (to) => {
      const { status } = await call(
        'GET',
        `/v7.1/oauth2/sign-in/?continue=${encodeURIComponent(to)}`,
        {
          host: 'auth',
        },
      );
      expect(status).toBe(400);
    },
  );

  it('is reached without a password if another tab has signed in meanwhile', async () => {
    const { user } = await newParties(service);
    const browser = newTestBrowser(call, urls.auth);
    await browser.signIn(user);
    const url = `${urls.auth}/v7.1/oauth2/sign-in/?continue=applications`;
    const page = await browser.open(url);
    expect(page.text).toContain('<h1>Applications with access</h1>');
    const { user_id } = user;
    const request = { user_id, reason: 'person', language: 'en' } as const;
    await erasures.schedule(table(), request, () => ({}), new Date());
    // The mail about the deletion says that signing in cancels it.
    expect((await browser.open(url)).text).toContain('name="password"');
  });

  it('is reached with the query of its address, also by signing in', async () => {
    const { user } = await newParties(service);
    const browser = newTestBrowser(call, urls.auth);
    await browser.open(`${account}data/day/?date=2026-02-03`);
    await browser.submit({ email: user.email, password: 'wrong' });
    const day = await browser.submit({ email: user.email, password: user.password });
    expect(day.text).toContain('<h1>Tuesday, February 3, 2026</h1>');
    const path = '/v7.1/oauth2/account/imports/?offset=20';
    const { headers } = await call('GET', path, { host: 'auth' });
    expect(headers.get('location')).toContain('&parameters=offset%3D20');
  });

  it('asks a user whose session has ended to sign in first, and says that nothing was saved', async () => {
    const { browser, user, newCode, redeem, client } = await openSignedIn(applications);
    const { body } = await redeem(await newCode());
    await browser.open(applications);
    await sessions.endAllOfUser(table(), user.user_id);
    const { text } = await browser.submit({ client_id: client.client_id });
    expect(text).toContain('name="password"');
    expect(text).toContain('so what you sent was not saved.');
    expect(await getStatusWith(body.access_token)).toBe(200);
  });
});

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns a pattern of a term on the page with a day since `start`. The day can end meanwhile. */
function toDayPattern(term: string, start: Date): RegExp {
  const days = [start, new Date()].map((date) => dayFormat.format(date));
  return new RegExp(`<dt>${term}</dt><dd>(${days.join('|')})</dd>`);
}

describe('connected applications', () => {
  it('shows each application with access, its start and the day of the latest use', async () => {
    const { browser, page, newCode, redeem, client } = await openSignedIn(applications);
    expect(page.text).toContain('No application has access');
    const start = new Date();
    const { body } = await redeem(await newCode());
    const before = (await browser.open(applications)).text;
    expect(before).toContain(`<h2>${client.name}</h2>`);
    expect(before).toMatch(toDayPattern('Access since', start));
    expect(before).toContain('<dt>Last used</dt><dd>Never</dd>');
    await getStatusWith(body.access_token);
    const after = (await browser.open(applications)).text;
    expect(after).toMatch(toDayPattern('Last used', start));
  });

  it('removes all access of one application, and asks about it again', async () => {
    const { browser, newCode, redeem, refresh, client, buildAuthorizeUrl } =
      await openSignedIn(applications);
    const first = (await redeem(await newCode())).body;
    const second = (await redeem(await newCode())).body;
    await browser.open(applications);
    const { text } = await browser.submit({ client_id: client.client_id });
    expect(text).toContain('Access revoked');
    expect(text).toContain('No application has access');
    for (const { access_token, refresh_token } of [first, second]) {
      expect(await getStatusWith(access_token)).toBe(401);
      expect((await refresh(refresh_token)).body.error).toBe('invalid_grant');
    }
    expect((await browser.open(buildAuthorizeUrl())).text).toContain('name="decision"');
  });

  it('does not affect other applications and other users', async () => {
    const { browser, user } = await openSignedIn(applications);
    const others = await Promise.all([newParties(service), newParties(service)]);
    const [mine, theirs] = others;
    const code = await issueCode(user, mine.client);
    const kept = (await mine.redeem(code)).body;
    const foreign = (await theirs.redeem(await theirs.newCode())).body;
    await browser.open(applications);
    await browser.submit({ client_id: theirs.client.client_id });
    await browser.submit({ client_id: 'x' });
    expect(await getStatusWith(kept.access_token)).toBe(200);
    expect(await getStatusWith(foreign.access_token)).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session even if the cookie was copied', async () => {
    const { browser } = await openSignedIn(account);
    const session = browser.cookies.get('__Host-fit_session') ?? '';
    const { text } = await browser.signOut();
    expect(text).toContain('You have signed out.');
    expect(browser.cookies.get('__Host-fit_session')).toBe('');
    browser.cookies.set('__Host-fit_session', session);
    expect((await browser.open(account)).text).toContain('name="password"');
  });

  it('says the same if the session has ended before', async () => {
    const { browser, user } = await openSignedIn(account);
    await sessions.endAllOfUser(table(), user.user_id);
    expect((await browser.signOut()).text).toContain('You have signed out.');
  });
});

describe('changing the password', () => {
  const newPassword = 'another horse entirely';

  /** Signs in with a new browser, to continue with a page. */
  const signIn = async (email: string, secret: string, url = account) => {
    const browser = newTestBrowser(call, urls.auth);
    await browser.open(url);
    const { status } = await browser.submit({ email, password: secret });
    return { browser, status };
  };

  it('ends every other session, gives this one a new secret, requests a mail, and keeps what applications were granted', async () => {
    const { browser, page, user, newCode, redeem } = await openSignedIn(password);
    // Password managers learn whose password is changed.
    expect(page.text).toContain(`value="${user.email}" autocomplete="username" readonly`);
    const { body } = await redeem(await newCode());
    const otherBrowser = newTestBrowser(call, urls.auth);
    await otherBrowser.signIn(user);
    const device = { secret: 'another device', browser: '' };
    const { user_id } = user;
    await trustedDevices.trust(
      table(),
      { user_id, password_hash: '' },
      device,
      new Date(),
    );
    const before = browser.cookies.get('__Host-fit_session');
    const form = { current: user.password, next: newPassword, repeated: newPassword };
    const { text } = await browser.submit(form);
    expect(text).toContain('Password changed.');
    expect(browser.cookies.get('__Host-fit_session')).not.toBe(before);
    // This browser becomes the only trusted device.
    expect(await trustedDevices.listTrusted(table(), user_id, new Date())).toHaveLength(
      1,
    );
    const credentials = await table().get(identityKeys.credentials(user_id));
    expect(credentials).toMatchObject({
      mail: { template: 'password_changed', to: user.email },
    });
    expect((await otherBrowser.open(account)).text).toContain('name="password"');
    expect(await getStatusWith(body.access_token)).toBe(200);
    expect((await signIn(user.email, user.password)).status).toBe(403);
    expect((await signIn(user.email, newPassword)).status).toBe(200);
  });

  it('revokes what applications were granted if the user asks for that', async () => {
    const { browser, user, newCode, redeem } = await openSignedIn(password);
    const { body } = await redeem(await newCode());
    await browser.submit({
      current: user.password,
      next: newPassword,
      repeated: newPassword,
      end_grants: 'yes',
    });
    expect(await getStatusWith(body.access_token)).toBe(401);
  });

  it('shows what is invalid, and changes nothing', async () => {
    const { browser, user } = await openSignedIn(password);
    const form = { current: user.password, next: newPassword, repeated: newPassword };
    const [short, repeated] = ['short', 'another horse'];
    const wrong = await browser.submit({ ...form, current: 'wrong' });
    const invalid = [
      await browser.submit({ ...form, next: short, repeated: short }),
      await browser.submit({ ...form, repeated }),
      await browser.submit({ ...form, next: short, end_grants: 'yes' }),
    ];
    expect(wrong.text).toContain('current password is incorrect');
    expect(invalid[0]?.text).toContain('8 to 256 printable characters');
    expect(invalid[1]?.text).toContain('passwords do not match');
    const pages = [wrong, ...invalid];
    expect(pages.map(({ status }) => status)).toEqual([403, 400, 400, 400]);
    expect(pages.map(listInvalidFields)).toEqual([
      ['current'],
      ['next'],
      ['repeated'],
      ['next', 'repeated'],
    ]);
    // The box stays ticked, but no password comes back.
    expect(pages.map(({ text }) => / checked>/.test(text))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    for (const { text } of pages) expect(text).not.toContain(newPassword);
    expect((await signIn(user.email, user.password)).status).toBe(200);
  });

  it('cannot be used to guess the current one', async () => {
    const { user } = await newParties(service);
    const { browser } = await signIn(user.email, user.password, password);
    const device = browser.cookies.get('__Host-fit_device') ?? '';
    const limit = 'account_on_trusted_device';
    const key = { limit, parts: [user.email, device] } as const;
    await consumeAttempts(key, allowedAttempts[limit] - 1, getTimeInTenMinutes());
    const guess = async () =>
      (
        await browser.submit({
          current: 'wrong',
          next: newPassword,
          repeated: newPassword,
        })
      ).status;
    expect([await guess(), await guess()]).toEqual([403, 429]);
  });
});

describe('the language of the pages', () => {
  it('is the one that the browser prefers', async () => {
    const { text } = await call('GET', '/v7.1/oauth2/sign-in/?continue=account', {
      host: 'auth',
      headers: { 'Accept-Language': 'de-CH, en;q=0.5' },
    });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<h1>Anmelden</h1>');
  });

  it('is used for errors too', async () => {
    const headers = { 'Accept-Language': 'de' };
    const expired = await call('GET', '/v7.0/oauth2/consent/', { host: 'auth', headers });
    expect(expired.text).toContain('Anfrage abgelaufen');
    const notFound = await call('GET', '/v7.0/nowhere/', { host: 'auth', headers });
    expect(notFound.text).toContain('Seite nicht gefunden');
    expect(notFound.text).not.toContain('Page not found');
  });
});

it('pages about unknown paths and wrong methods lead to the account', async () => {
  const methodNotAllowed = ['PUT', '/v7.0/oauth2/account/'] as const;
  const unknownPath = ['GET', '/v7.0/nowhere/'] as const;
  const withoutVersion = ['GET', '/nowhere'] as const;
  for (const [method, path] of [methodNotAllowed, unknownPath, withoutVersion]) {
    const { text } = await call(method, path, { host: 'auth' });
    const links = [...text.matchAll(/<a href="(.*?)">(.*?)<\/a>/g)];
    const texts = links.map(([, , linkText]) => linkText);
    expect(texts.slice(0, 1)).toEqual(['Go to your account']);
    const [[, href = ''] = []] = links;
    expect(href).toBe(account);
    const page = await newTestBrowser(call, urls.auth).open(href);
    expect(page.text).toContain('name="password"');
  }
});
