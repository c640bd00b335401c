import { describe, expect, inject, it } from 'vitest';
import * as sessions from '#functions/auth/session/session.store.ts';
import { call } from '#kit/call.ts';
import { newClient, newUser, table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { findFormToken, findLink, newVisitor, type Visitor } from '#kit/visitor.ts';

const { urls } = inject('service');
const service = { send: call, urls };

/** Opens the sign-in page of an authorization request. */
async function openSignInPage() {
  const parties = await newParties(service);
  const visitor = newVisitor(call, urls.auth);
  const page = await visitor.open(parties.buildAuthorizeUrl());
  const { email, password } = parties.user;
  return { ...parties, visitor, page, email, password };
}

/** Opens the consent page as a user who is signed in. */
async function openConsentPage() {
  const parties = await newParties(service);
  const visitor = newVisitor(call, urls.auth);
  await visitor.signIn(parties.user);
  const page = await visitor.open(parties.buildAuthorizeUrl());
  return { ...parties, visitor, page };
}

/** Removes what differs between two pages by design: the form token and the email of the form. */
const removeVariableValues = (text: string) =>
  text
    .replace(/name="form_token" value="[^"]*"/, '')
    .replace(/(maxlength="254")\s+value="[^"]*"/, '$1');

describe('the sign-in page', () => {
  it('is shown again after a wrong password with the email, without a session (LG-01, A12)', async () => {
    const { visitor, email } = await openSignInPage();
    const { status, text } = await visitor.submit({ email, password: 'wrong' });
    expect(status).toBe(403);
    expect(text).toContain('role="alert"');
    expect(text).toContain(`value="${email}"`);
    expect([...visitor.cookies.keys()]).toEqual(['__Host-fit_form']);
  });

  it('shows the same error for an unknown user as for a wrong password (LG-02, A12)', async () => {
    const { visitor, email } = await openSignInPage();
    const wrong = await visitor.submit({ email, password: 'wrong' });
    const unknown = await visitor.submit({
      email: 'nobody@example.com',
      password: 'wrong',
    });
    const malformed = await visitor.submit({
      email: 'x'.repeat(5000),
      password: 'wrong',
    });
    expect(removeVariableValues(unknown.text)).toBe(removeVariableValues(wrong.text));
    expect(removeVariableValues(malformed.text)).toBe(removeVariableValues(wrong.text));
    expect(unknown.status).toBe(wrong.status);
  });

  it('ignores case and spaces in the email (A12)', async () => {
    const { visitor, email, password } = await openSignInPage();
    const { text } = await visitor.submit({
      email: `  ${email.toUpperCase()} `,
      password,
    });
    expect(text).toContain('name="decision"');
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['without its form token (LG-05)', { form_token: '' }, {}],
    ['with an invalid form token (LG-05)', { form_token: 'x'.repeat(43) }, {}],
    ['from another site (LG-07)', {}, { Origin: 'https://evil.example' }],
    [
      'from another site, by Sec-Fetch-Site (LG-07)',
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
    ],
  ])('is rejected %s (A12)', async (_, fields, headers) => {
    const { visitor, email, password } = await openSignInPage();
    const { status } = await visitor.submit({ email, password, ...fields }, headers);
    expect(status).toBe(403);
    expect(visitor.cookies.has('__Host-fit_session')).toBe(false);
  });

  it('is rejected with the form token of another browser (LG-06, A12)', async () => {
    const [first, second] = await Promise.all([openSignInPage(), openSignInPage()]);
    const form_token = findFormToken(second.page);
    const { status } = await first.visitor.submit({
      email: first.email,
      password: first.password,
      form_token,
    });
    expect(status).toBe(403);
  });

  it('starts a new session and ends the previous one (LG-08, A12)', async () => {
    const { visitor, page, user, buildAuthorizeUrl } = await openConsentPage();
    const { email, password } = user;
    const first = visitor.cookies.get('__Host-fit_session') ?? '';
    await visitor.open(findLink(page));
    await visitor.submit({ email, password });
    expect(visitor.cookies.get('__Host-fit_session')).not.toBe(first);
    visitor.cookies.set('__Host-fit_session', first);
    expect((await visitor.open(buildAuthorizeUrl())).text).toContain('name="password"');
  });

  it('replaces a session cookie that an attacker has set (LG-08, A12)', async () => {
    const { visitor, email, password } = await openSignInPage();
    visitor.cookies.set('__Host-fit_session', 'planted');
    await visitor.submit({ email, password });
    expect(visitor.cookies.get('__Host-fit_session')).toMatch(/^fit_ss_/);
  });
});

describe('the consent page', () => {
  it('needs the decision of the user, but no sign-in during a session (A12)', async () => {
    const { visitor, buildAuthorizeUrl } = await openConsentPage();
    const { text, status } = await visitor.open(buildAuthorizeUrl());
    expect(status).toBe(200);
    expect(text).toContain('name="decision"');
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['without its form token (CN-02)', { form_token: '' }, {}],
    ['from another site (CN-02)', {}, { Origin: 'https://evil.example' }],
  ])('is rejected %s, and gives no code (A12)', async (_, fields, headers) => {
    const { visitor } = await openConsentPage();
    const response = await visitor.submit({ decision: 'allow', ...fields }, headers);
    expect(response.status).toBe(403);
    expect(response.headers.get('location')).toBeNull();
  });

  it('redirects to the client with a code (A7)', async () => {
    const { visitor } = await openConsentPage();
    await visitor.submit({ decision: 'allow' });
    const code = visitor.getDestination().searchParams.get('code');
    expect(code).toMatch(/^fit_ac_/);
  });

  it.each(['allow', 'deny'] as const)(
    'gives no code for a second decision to %s (CN-03, A7, RFC 6749 10.5)',
    async (decision) => {
      const { visitor, page } = await openConsentPage();
      const form_token = findFormToken(page);
      await visitor.submit({ decision, form_token });
      const second = await visitor.submit({ decision, form_token });
      expect(second.status).toBe(400);
      expect(second.headers.get('location')).toBeNull();
    },
  );

  it('takes one decision if two users share a browser, and the second gets an error (CN-05, A7, A12)', async () => {
    const { visitor, page } = await openConsentPage();
    const form_token = findFormToken(page);
    const other = await newUser();
    await visitor.open(findLink(page));
    await visitor.submit({ email: other.email, password: other.password });
    await visitor.submit({ decision: 'allow' });
    expect(visitor.getDestination().searchParams.get('code')).toContain(other.user_id);
    const lateDecision = await visitor.submit({ decision: 'allow', form_token });
    expect([lateDecision.status, lateDecision.headers.get('location')]).toEqual([
      400,
      null,
    ]);
    expect(lateDecision.text).toContain('Request already completed');
  });

  it('rejects the form of another browser (CN-05, A12)', async () => {
    const [first, second] = await Promise.all([openConsentPage(), openConsentPage()]);
    const form_token = findFormToken(first.page);
    for (const [name, value] of second.visitor.cookies)
      first.visitor.cookies.set(name, value);
    const response = await first.visitor.submit({ decision: 'allow', form_token });
    expect([400, 403]).toContain(response.status);
    expect(response.headers.get('location')).toBeNull();
  });

  it.each([
    [
      'signed out in another browser',
      (user_id: string) => sessions.endAllOfUser(table(), user_id),
    ],
    [
      'signed in too long ago',
      (_: string, { cookies }: Visitor) => cookies.delete('__Host-fit_session'),
    ],
  ])(
    'asks a user who %s to sign in, and then shows the same request (A12)',
    async (_, endSession) => {
      const { visitor, user } = await openConsentPage();
      const { email, password } = user;
      await endSession(user.user_id, visitor);
      expect((await visitor.submit({ decision: 'allow' })).text).toContain(
        'name="password"',
      );
      expect((await visitor.submit({ email, password })).text).toContain(
        'name="decision"',
      );
      await visitor.submit({ decision: 'allow' });
      expect(visitor.getDestination().searchParams.get('code')).toMatch(/^fit_ac_/);
    },
  );

  it('uses the stored request, not the fields of the form (CN-04, A6, RFC 6749 10.6)', async () => {
    const { visitor, client } = await openConsentPage();
    const other = await newClient();
    const fields = {
      client_id: other.client_id,
      redirect_uri: 'https://evil.example/',
      scope: 'write',
    };
    await visitor.submit({ decision: 'allow', ...fields });
    expect(visitor.getDestination().href).toContain(`${client.redirect_uri}?code=`);
  });

  it('allows only GET, HEAD and POST (CN-07, M3)', async () => {
    const { status, headers } = await call('PUT', '/v7.0/oauth2/consent/', {
      host: 'auth',
    });
    expect(status).toBe(405);
    expect(headers.get('allow')?.split(/, */).sort()).toEqual(['GET', 'HEAD', 'POST']);
  });
});

describe('the pages', () => {
  it('escape names, load nothing, and let the form redirect to the client (CN-09, CN-10, CN-12, A12, RFC 9700 4.2.4)', async () => {
    const name = `<img src=x onerror=1>"'&`;
    const [user, client] = await Promise.all([newUser(), newClient({ name })]);
    const visitor = newVisitor(call, urls.auth);
    const query = {
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
      response_type: 'code',
    };
    const signIn = await visitor.open(
      `${urls.auth}/v7.1/oauth2/authorize?${new URLSearchParams(query)}`,
    );
    const consent = await visitor.submit({ email: user.email, password: user.password });
    for (const { text, headers } of [signIn, consent]) {
      expect(text).toContain('&lt;img src=x onerror=1&gt;&quot;&#39;&amp;');
      expect(text).not.toContain('<img');
      expect(text).not.toMatch(/<script|<link|<iframe|url\(/);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('form-action');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('say what to do if the request does not exist (A6)', async () => {
    for (const page of ['sign-in', 'consent']) {
      for (const request of [
        '',
        'x',
        '01k9zzzzzz00000000000000000000000000',
        'a'.repeat(3000),
      ]) {
        const path = `/v7.0/oauth2/${page}/?request=${request}`;
        const { status, text } = await call('GET', path, { host: 'auth' });
        expect(status).toBe(400);
        expect(text).toContain('start again');
      }
    }
  });
});
