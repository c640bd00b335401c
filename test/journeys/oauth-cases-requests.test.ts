import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { issueUserToken, newClient } from '#kit/fixtures.ts';
import { newParties, type Parties } from '#kit/oauth-parties.ts';
import { sendFrom } from '#kit/send.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const service = { send: call, urls };

let parties: Parties;
beforeAll(async () => {
  parties = await newParties(service);
});

/** Sends an authorization request. Returns the redirect and its parameters. */
async function authorize(url: string) {
  const { status, headers } = await call('GET', url.slice(urls.auth.length), {
    host: 'auth',
  });
  const location = headers.get('location');
  return { status, location, parameters: new URL(location ?? 'none:').searchParams };
}

describe('an authorization request', () => {
  it.each([
    ['an unknown scope', { scope: 'write' }, 'invalid_scope'],
    ['an unknown response type', { response_type: 'token' }, 'unsupported_response_type'],
    [
      'a code challenge without its method',
      { code_challenge: 'a'.repeat(43) },
      'invalid_request',
    ],
  ] as const)(
    'with %s redirects to the client with the error',
    async (_, invalid, error) => {
      const url = parties.buildAuthorizeUrl({ ...invalid, state: 'x' });
      const { status, location, parameters } = await authorize(url);
      expect(status).toBe(303);
      expect(location).toContain(`${parties.client.redirect_uri}?`);
      expect(Object.fromEntries(parameters)).toMatchObject({
        error,
        state: 'x',
        iss: urls.main,
      });
    },
  );

  it('of a client without the authorization code grant gets unauthorized_client', async () => {
    const redirect_uri = 'https://app.example/callback';
    const { buildAuthorizeUrl } = await newParties(service, {
      grant_types: ['client_credentials'],
    });
    const { parameters } = await authorize(buildAuthorizeUrl({ redirect_uri }));
    expect(parameters.get('error')).toBe('unauthorized_client');
  });

  it('ignores the host in the headers of a request', async () => {
    // AWS routes requests by this host, so a deployed API does not get them.
    if (!urls.auth.startsWith('http://127.0.0.1')) return;
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    const browser = newTestBrowser(
      (method, path, options = {}) =>
        sendFrom('127.0.0.1', urls)(method, path, {
          ...options,
          headers: { ...options.headers, ...headers },
        }),
      urls.auth,
    );
    const page = await browser.open(parties.buildAuthorizeUrl());
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('evil.example');
    const invalid = parties.buildAuthorizeUrl({ response_type: 'token' });
    const { parameters } = await authorize(invalid);
    expect(parameters.get('iss')).toBe(urls.main);
  });
});

describe('the session', () => {
  it('is a cookie of this host that scripts cannot read and other sites cannot send', async () => {
    const { email, password } = parties.user;
    const cookies: string[] = [];
    const browser = newTestBrowser(async (...request) => {
      const response = await call(...request);
      cookies.push(...response.headers.getSetCookie());
      return response as never;
    }, urls.auth);
    await browser.open(parties.buildAuthorizeUrl());
    await browser.submit({ email, password });
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      '__Host-fit_device',
      '__Host-fit_form',
      '__Host-fit_session',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /; Path=\/; Secure; HttpOnly; SameSite=Lax(; Max-Age=\d+)?$/,
      );
      expect(cookie).not.toContain('Domain');
    }
  });
});

describe('the token endpoint', () => {
  it.each([
    ['a body of 1 MB', `grant_type=client_credentials&x=${'y'.repeat(1_000_000)}`],
    ['100 000 parameters', 'a=b&'.repeat(100_000)],
  ])('rejects %s', async (_, body) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await call('POST', '/v7.0/oauth2/access_token/', {
      body,
      headers,
    });
    expect([400, 413]).toContain(status);
  });

  it('gives a client without the grant no token of its own', async () => {
    const { requestOwnTokens } = await newParties(service, {
      grant_types: ['authorization_code'],
    });
    const { status, body } = await requestOwnTokens();
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
  });
});

describe('a token at the resources', () => {
  it('with a read scope cannot write', async () => {
    const { user, client } = parties;
    const token = await issueUserToken(user, client, 'data_sources.read');
    const json = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
    expect((await call('POST', '/v7.1/data_source/', { token, json })).status).toBe(403);

    const { body } = await call<{ total_count: number }>('GET', '/v7.1/data_source/', {
      token,
    });
    expect(body.total_count).toBe(0);
  });

  it('of a client cannot be one of a user, because no client chooses its id', async () => {
    const registration = { client_id: parties.user.user_id } as object;
    const { client_id } = await newClient(registration);
    expect(client_id).not.toBe(parties.user.user_id);
    const otherParties = await newParties(service);
    expect((await otherParties.requestOwnTokens()).body.user_id).toBe(
      `app-${otherParties.client.client_id}`,
    );
    expect(newId(new Date())).not.toContain('-');
  });
});
