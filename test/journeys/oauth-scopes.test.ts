import { describe, expect, inject, it } from 'vitest';
import type { Registration } from '#functions/auth/client/registration.ts';
import { call } from '#kit/call.ts';
import { getCode, newParties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { scopes } from '#shared/contract/scopes.ts';

const { urls } = inject('service');
const newScopedParties = (registration: Partial<Registration> = {}) =>
  newParties({ send: call, urls }, registration);

/** Creates a user who is signed in and opens authorization requests. */
async function newSignedInUser(registration?: Partial<Registration>) {
  const parties = await newScopedParties(registration);
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(parties.user);
  const request = (scope: string) => browser.open(parties.buildAuthorizeUrl({ scope }));
  return { ...parties, browser, request };
}

describe('a requested scope', () => {
  // RFC 6749 section 5.1.
  it('is the scope of the tokens in the token response and in an introspection', async () => {
    const { decide, redeem, introspect, credentials } = await newScopedParties();
    const code = getCode(
      await decide('allow', { scope: 'address diary.write profile.read' }),
    );
    const { body } = await redeem(code);
    expect(body.scope).toBe('profile.read diary.write');
    for (const token of [body.access_token, body.refresh_token]) {
      const introspection = await introspect({ ...credentials, token });
      expect(introspection.body.scope).toBe('profile.read diary.write');
    }
  });

  it('is full access if it is absent or includes `read`', async () => {
    const { decide, redeem } = await newScopedParties();
    const { body } = await redeem(getCode(await decide('allow', {})));
    expect(body.scope).toBe('read');
  });

  // RFC 6749 section 3.3; some clients raise an error if the scope has changed.
  it('is answered with all that was asked for and given', async () => {
    const { decide, redeem, refresh } = await newScopedParties();
    const parameters = { scope: 'diary.read read' };
    const { body } = await redeem(getCode(await decide('allow', parameters)));
    expect(body.scope).toBe('read diary.read');
    const refreshed = await refresh(body.refresh_token, { scope: 'read diary.read' });
    expect(refreshed.body.scope).toBe('read diary.read');
  });

  it('is the default scope of the client if it is absent, and a client may ask for more', async () => {
    const default_scopes = ['diary.read'] as const;
    const { decide, redeem, requestOwnTokens } = await newScopedParties({
      default_scopes: [...default_scopes],
    });
    const requests = [
      { parameters: {}, granted: 'diary.read' },
      { parameters: { scope: 'diary.write' }, granted: 'diary.write' },
    ];
    for (const { parameters, granted } of requests) {
      const { body } = await redeem(getCode(await decide('allow', parameters)));
      expect(body.scope).toBe(granted);
    }
    expect((await requestOwnTokens()).body.scope).toBe('diary.read');
  });

  // RFC 6749 section 4.4.
  it('of client credentials narrows the token, and cannot sign anybody in', async () => {
    const { requestOwnTokens, getStatusWith } = await newScopedParties();
    const both = await requestOwnTokens({ scope: 'openid diary.read' });
    expect(both.body.scope).toBe('diary.read');
    const onlySignsIn = await newScopedParties({ scopes: ['openid', 'email'] });
    const refused = await onlySignsIn.requestOwnTokens();
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
    const { body } = await requestOwnTokens({ scope: 'data_sources.read' });
    expect(body.scope).toBe('data_sources.read');
    expect(await getStatusWith(body.access_token)).toBe(403);
  });

  it('is explained on the consent page, with what the application will not be able to do unless it is full access', async () => {
    const { request } = await newSignedInUser();
    for (const scope of ['read', '']) {
      const { text } = await request(scope);
      expect(text).not.toContain('will not be able to');
      expect(text).toContain('<strong>Full access:</strong>');
    }
    const { text } = await request('diary.write data_sources.read');
    const [, granted = '', withheld = ''] = text.split('<ul>');
    expect(granted).toContain('See your diary');
    expect(text).toContain('<span>Add, change and delete entries of your diary</span>');
    expect(granted).toContain('See your devices and other data sources');
    expect(granted).not.toContain('email');
    expect(text).toContain('will not be able to:');
    expect(text).not.toContain('Full access');
    expect(withheld).toContain('See your name, email address, language and units');
    expect(withheld).toContain('Change your devices and other data sources');
    expect(withheld).toContain('Upload photos');
    expect(text.replaceAll(/<[^>]*>/g, '')).not.toContain('diary.write');
  });

  // OpenID Connect Core 1.0 section 5.4.
  it('of a sign-in alone gives no access to data, as the consent page says', async () => {
    const { request, browser, redeem, getStatusWith } = await newSignedInUser();
    const { text } = await request('openid profile email');
    expect(text).toMatch(/<h1>Sign in to [^<]+\?<\/h1>/);
    expect(text).toContain('gets no access to your fitness data');
    expect(text).toContain('See your email address');
    expect(text).not.toContain('Full access');
    await browser.submit({ decision: 'allow' });
    const { body } = await redeem(getCode(browser.getDestination()));
    expect(body.scope).toBe('openid profile email');
    expect(await getStatusWith(body.access_token)).toBe(403);
  });

  it('of a sign-in beside full access asks for consent once, and keeps the access', async () => {
    const { request, browser, redeem, refresh, getStatusWith } = await newSignedInUser();
    await request('read');
    await browser.submit({ decision: 'allow' });
    const first = await redeem(getCode(browser.getDestination()));
    const narrowed = await refresh(first.body.refresh_token, { scope: 'openid read' });
    expect(narrowed.body.scope).toBe('read');
    expect((await request('read openid')).text).toContain(
      '<strong>Full access:</strong>',
    );
    await browser.submit({ decision: 'allow' });
    const { body } = await redeem(getCode(browser.getDestination()));
    expect(body.scope).toBe('read openid');
    expect(await getStatusWith(body.access_token)).toBe(200);
    await request('openid read');
    expect(browser.hasLeft()).toBe(true);
  });

  it('needs consent if it is wider than the remembered one', async () => {
    const { browser, request, redeem } = await newSignedInUser();
    await request('diary.read');
    await browser.submit({ decision: 'allow' });
    await redeem(getCode(browser.getDestination()));

    await request('diary.read');
    expect((await redeem(getCode(browser.getDestination()))).body.scope).toBe(
      'diary.read',
    );

    expect((await request('diary.read profile.read')).text).toContain('name="decision"');
  });
});

describe('an application that is registered with scopes', () => {
  const registration: Partial<Registration> = { scopes: ['profile.read', 'diary.write'] };

  // RFC 6749 section 3.3.
  it('gets all of them by default', async () => {
    const { decide, redeem, requestOwnTokens } = await newScopedParties(registration);
    const { body } = await redeem(getCode(await decide('allow')));
    expect(body.scope).toBe('profile.read diary.write');
    expect((await requestOwnTokens()).body.scope).toBe('profile.read diary.write');
  });

  it('can request less, also a read scope that a write scope includes', async () => {
    const { decide, redeem } = await newScopedParties(registration);
    const { body } = await redeem(
      getCode(await decide('allow', { scope: 'diary.read' })),
    );
    expect(body.scope).toBe('diary.read');
  });

  // RFC 6749 section 4.1.2.1.
  it('cannot request more', async () => {
    const { buildAuthorizeUrl, requestOwnTokens } = await newScopedParties(registration);
    const browser = newTestBrowser(call, urls.auth);
    for (const scope of ['read', 'connections.read', 'diary.write images.write']) {
      await browser.open(buildAuthorizeUrl({ scope }));
      expect(browser.getDestination().searchParams.get('error')).toBe('invalid_scope');

      const { status, body } = await requestOwnTokens({ scope });
      expect([status, body.error]).toEqual([400, 'invalid_scope']);
    }
  });
});

// RFC 8414 section 2.
it('the metadata lists every scope', async () => {
  const path = '/.well-known/oauth-authorization-server';
  const { body } = await call<{ scopes_supported: string[] }>('GET', path);
  expect(body.scopes_supported).toEqual(scopes);
});
