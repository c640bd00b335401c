import { describe, expect, inject, it } from 'vitest';
import type { Registration } from '#functions/auth/client/registration.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { call } from '#kit/call.ts';
import { newClient, newUser, table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import {
  findFormToken,
  findLink,
  listInvalidFields,
  newTestBrowser,
} from '#kit/test-browser.ts';
import { compact } from '#shared/runtime/compact.ts';

const { urls } = inject('service');
const service = { send: call, urls };

/** Opens the sign-in page of an authorization request. */
async function openSignInPage() {
  const parties = await newParties(service);
  const browser = newTestBrowser(call, urls.auth);
  const page = await browser.open(parties.buildAuthorizeUrl());
  const { email, password } = parties.user;
  return { ...parties, browser, page, email, password };
}

/** Opens the consent page as a user who is signed in. */
async function openConsentPage(
  registration: Partial<Registration> = {},
  parameters: Record<string, string> = {},
) {
  const parties = await newParties(service, registration);
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(parties.user);
  const page = await browser.open(parties.buildAuthorizeUrl(parameters));
  return { ...parties, browser, page };
}

/** Removes what differs between two pages by design: the form token and the email of the form. */
const removeVariableValues = (text: string) =>
  text
    .replace(/name="form_token" value="[^"]*"/, '')
    .replace(/(type="email") value="[^"]*"/, '$1');

describe('a page about an error', () => {
  it.each([
    ['Form expired', 'POST', '/v7.1/oauth2/sign-in/?continue=account'],
    ['Request expired', 'GET', '/v7.1/oauth2/consent/?request=unknown'],
    ['Invalid request', 'GET', '/v7.1/oauth2/sign-in/?continue=nowhere'],
    ['Link expired', 'GET', '/v7.0/oauth2/open-link/?token=unknown'],
  ] as const)('%s has a link to the account', async (title, method, path) => {
    const form = method === 'POST' ? { email: '', password: '' } : undefined;
    const page = await call(method, path, compact({ host: 'auth' as const, form }));
    expect(page.text).toContain(`<h1>${title}</h1>`);
    const browser = newTestBrowser(call, urls.auth);
    const { status, text } = await browser.open(findLink(page));
    expect(status).toBe(200);
    expect(text).toContain('to manage your account');
  });

  it('of the export host has it, too', async () => {
    const page = await call('GET', '/v7.1/user/ann/export/1/file/?secret=x');
    expect(page.text).toContain('<h1>Download expired</h1>');
    expect(findLink(page)).toBe(`${urls.auth}/v7.1/oauth2/account/`);
  });
});

describe('the sign-in page', () => {
  it('shows the same error for a wrong password, an unknown user and a malformed email, and then accepts the password', async () => {
    const { browser, email, password } = await openSignInPage();
    const wrong = await browser.submit({ email, password: 'wrong' });
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('role="alert"');
    expect(wrong.text).toContain(`value="${email}"`);
    // The next attempt may redirect to a client that the user has allowed before (CN-09).
    expect(wrong.headers.get('content-security-policy')).not.toContain('form-action');
    expect(listInvalidFields(wrong)).toEqual(['email', 'password']);
    for (const other of ['nobody@example.com', 'x'.repeat(5000)]) {
      const { status, text } = await browser.submit({ email: other, password: 'wrong' });
      expect(status).toBe(wrong.status);
      expect(removeVariableValues(text)).toBe(removeVariableValues(wrong.text));
    }
    expect([...browser.cookies.keys()]).toEqual(['__Host-fit_form']);

    // The sign-in ignores case and spaces, and replaces a cookie that an attacker has set.
    browser.cookies.set('__Host-fit_session', 'planted');
    const form = { email: `  ${email.toUpperCase()} `, password };
    expect((await browser.submit(form)).text).toContain('name="decision"');
    expect(browser.cookies.get('__Host-fit_session')).toMatch(/^fit_ss_/);
  });

  it('accepts no form without its token, with that of another browser, or from another site', async () => {
    const { browser, page, email, password } = await openSignInPage();
    const other = await openSignInPage();
    const form = { email, password, form_token: findFormToken(page) };
    const forgeries = [
      { form: { ...form, form_token: '' } },
      { form: { ...form, form_token: 'x'.repeat(43) } },
      { form: { ...form, form_token: findFormToken(other.page) } },
      { form, headers: { Origin: 'https://evil.example' } },
      { form, headers: { 'Sec-Fetch-Site': 'cross-site' } },
    ];
    for (const forgery of forgeries) {
      const { status } = await browser.submit(forgery.form, forgery.headers);
      expect(status).toBe(403);
    }
    expect(browser.cookies.has('__Host-fit_session')).toBe(false);
  });

  it('starts a new session and ends the previous one', async () => {
    const { browser, page, user, buildAuthorizeUrl } = await openConsentPage();
    const { email, password } = user;
    const first = browser.cookies.get('__Host-fit_session') ?? '';
    await browser.open(findLink(page));
    await browser.submit({ email, password });
    expect(browser.cookies.get('__Host-fit_session')).not.toBe(first);
    browser.cookies.set('__Host-fit_session', first);
    expect((await browser.open(buildAuthorizeUrl())).text).toContain('name="password"');
  });
});

describe('the consent page', () => {
  it('accepts no form without its token, of another browser, or from another site', async () => {
    const [{ browser, page }, other] = [await openConsentPage(), await openConsentPage()];
    const form = { decision: 'allow', form_token: findFormToken(page) };
    const otherForm = { ...form, form_token: findFormToken(other.page) };
    const responses = [
      await browser.submit({ ...form, form_token: '' }),
      await browser.submit(otherForm),
      await browser.submit(form, { Origin: 'https://evil.example' }),
      await other.browser.submit(form),
    ];
    for (const { status, headers } of responses)
      expect([status, headers.get('location')]).toEqual([403, null]);
    // The session of another browser does not help.
    for (const [name, value] of other.browser.cookies) browser.cookies.set(name, value);
    const { status, headers } = await browser.submit(form);
    expect([400, 403]).toContain(status);
    expect(headers.get('location')).toBeNull();
  });

  it.each(['allow', 'deny'] as const)(
    'takes one decision to %s, after which the Back button leads to a link that starts again',
    async (decision) => {
      const registration = { native: true, pkce_required: false };
      const parties = await openConsentPage(registration, { state: 'a b&c' });
      const { browser, page } = parties;
      expect(page.text).toContain('name="decision"');
      const form_token = findFormToken(page);
      await browser.submit({ decision });
      const hasCode = browser.getDestination().searchParams.has('code');
      expect(hasCode).toBe(decision === 'allow');

      const second = await browser.submit({ decision, form_token });
      expect([second.status, second.headers.get('location')]).toEqual([400, null]);
      const back = await browser.reopen();
      expect(back.status).toBe(400);
      expect(back.text).not.toContain('name="decision"');
      expect(back.text).toContain('Request already completed');
      expect(back.text).toContain('Start again');

      await browser.open(findLink(back));
      await browser.submit({ decision: 'allow' });
      const { searchParams } = browser.getDestination();
      expect(searchParams.get('state')).toBe('a b&c');
      expect(searchParams.get('code')).toMatch(/^fit_ac_/);
    },
  );

  it('takes one decision if two users share a browser, and the second gets an error', async () => {
    const { browser, page } = await openConsentPage();
    const form_token = findFormToken(page);
    const other = await newUser();
    await browser.open(findLink(page));
    await browser.submit({ email: other.email, password: other.password });
    await browser.submit({ decision: 'allow' });
    expect(browser.getDestination().searchParams.get('code')).toContain(other.user_id);
    const lateDecision = await browser.submit({ decision: 'allow', form_token });
    expect([lateDecision.status, lateDecision.headers.get('location')]).toEqual([
      400,
      null,
    ]);
    expect(lateDecision.text).toContain('Request already completed');
  });

  it('asks a user who signed out or signed in too long ago to sign in, and then shows the same request', async () => {
    const { browser, user } = await openConsentPage();
    const { email, password } = user;
    const decide = () => browser.submit({ decision: 'allow' });
    const signOut = () => sessions.endAllOfUser(table(), user.user_id);
    const forgetCookie = async () => browser.cookies.delete('__Host-fit_session');
    for (const endSession of [signOut, forgetCookie]) {
      await endSession();
      expect((await decide()).text).toContain('name="password"');
      const page = await browser.submit({ email, password });
      expect(page.text).toContain('name="decision"');
    }
    await decide();
    expect(browser.getDestination().searchParams.get('code')).toMatch(/^fit_ac_/);
  });

  it('uses the stored request, not the fields of the form', async () => {
    const { browser, client } = await openConsentPage();
    const other = await newClient();
    const fields = {
      client_id: other.client_id,
      redirect_uri: 'https://evil.example/',
      scope: 'write',
    };
    await browser.submit({ decision: 'allow', ...fields });
    expect(browser.getDestination().href).toContain(`${client.redirect_uri}?code=`);
  });

  it('allows only GET, HEAD and POST', async () => {
    const { status, headers } = await call('PUT', '/v7.0/oauth2/consent/', {
      host: 'auth',
    });
    expect(status).toBe(405);
    expect(headers.get('allow')?.split(/, */).sort()).toEqual(['GET', 'HEAD', 'POST']);
  });
});

describe('the pages', () => {
  it('escape names, load nothing, and let the form redirect to the client', async () => {
    const name = `<img src=x onerror=1>"'&`;
    const [user, client] = await Promise.all([newUser(), newClient({ name })]);
    const browser = newTestBrowser(call, urls.auth);
    const query = {
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
      response_type: 'code',
    };
    const signIn = await browser.open(
      `${urls.auth}/v7.1/oauth2/authorize?${new URLSearchParams(query)}`,
    );
    const consent = await browser.submit({ email: user.email, password: user.password });
    for (const { text, headers } of [signIn, consent]) {
      expect(text).toContain('&lt;img src=x onerror=1&gt;&quot;&#39;&amp;');
      expect(text).not.toContain('<img');
      expect(text).not.toMatch(/<script|<link (?!rel="icon" href="data:)|<iframe|url\(/);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('form-action');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('say what to do if the request does not exist', async () => {
    const unknown = '01k9zzzzzz00000000000000000000000000';
    const requests = [
      'sign-in/?request=',
      'consent/?request=',
      'consent/?request=x',
      `consent/?request=${unknown}`,
      `consent/?request=${'a'.repeat(3000)}`,
    ];
    for (const page of requests) {
      const { status, text } = await call('GET', `/v7.0/oauth2/${page}`, {
        host: 'auth',
      });
      expect(status).toBe(400);
      expect(text).toContain('start again');
    }
  });
});
