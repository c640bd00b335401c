import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { issueUserToken, newClient } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { sendFrom } from '#kit/send-from.ts';
import { newVisitor } from '#kit/visitor.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const place = { send: call, urls };

let parties: Awaited<ReturnType<typeof newParties>>;
beforeAll(async () => {
  parties = await newParties(place);
});

/** Where an authorization request leads, and what it says there. */
async function answerTo(url: string) {
  const { status, headers } = await call('GET', url.slice(urls.auth.length), {
    host: 'auth',
  });
  const location = headers.get('location');
  return { status, location, back: new URL(location ?? 'none:').searchParams };
}

describe('an authorization request', () => {
  it.each([
    [
      'AZ-29, a scope beyond the one there is (RFC 6749 section 3.3)',
      { scope: 'write' },
      'invalid_scope',
    ],
    ['AZ-29, only others', { scope: 'openid profile' }, 'invalid_scope'],
    ['AZ-29, in another case', { scope: 'READ' }, 'invalid_scope'],
    [
      'AZ-33, a challenge without its method (RFC 7636 section 4.3)',
      { code_challenge: 'a'.repeat(43) },
      'invalid_request',
    ],
  ] as const)('with %s goes back with the error', async (_, parameters, error) => {
    const { status, back } = await answerTo(
      parties.authorizeUrl({ ...parameters, state: 'x' }),
    );
    expect(status).toBe(303);
    expect(Object.fromEntries(back)).toMatchObject({ error, state: 'x', iss: urls.main });
  });

  it('AZ-31 of an application without that grant goes back as unauthorized_client (RFC 6749 section 4.1.2.1)', async () => {
    const redirect_uri = 'https://app.example/callback';
    const { authorizeUrl } = await newParties(place, {
      grant_types: ['client_credentials'],
    });
    const { back } = await answerTo(authorizeUrl({ redirect_uri }));
    expect(back.get('error')).toBe('unauthorized_client');
  });

  it('AZ-45 is answered under our own address, whatever host it names (RFC 9700 section 4.13)', async () => {
    if (!urls.auth.startsWith('http://127.0.0.1')) return;
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    const visitor = newVisitor(
      (method, path, options = {}) =>
        sendFrom('127.0.0.1', urls)(method, path, {
          ...options,
          headers: { ...options.headers, ...headers },
        }),
      urls.auth,
    );
    const page = await visitor.open(parties.authorizeUrl());
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('evil.example');
    const refused = await answerTo(parties.authorizeUrl({ response_type: 'token' }));
    expect(refused.back.get('iss')).toBe(urls.main);
  });
});

describe('the session', () => {
  it('LG-09 is a cookie of this host alone, that no script reads and no other site sends (ASVS)', async () => {
    const { email, password } = parties.user;
    const cookies: string[] = [];
    const spy = newVisitor(async (...request) => {
      const answer = await call(...request);
      cookies.push(...answer.headers.getSetCookie());
      return answer as never;
    }, urls.auth);
    await spy.open(parties.authorizeUrl());
    await spy.submit({ email, password });
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
  ])('TE-36 refuses %s', async (_, body) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await call('POST', '/v7.0/oauth2/access_token/', {
      body,
      headers,
    });
    expect([400, 413]).toContain(status);
  });

  it('CC-02 gives an application without the grant no token of its own (RFC 6749 section 5.2)', async () => {
    const { ownTokens } = await newParties(place, {
      grant_types: ['authorization_code'],
    });
    const { status, body } = await ownTokens();
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
  });
});

describe('a token at the resources', () => {
  it('BR-14 with a read scope cannot write (A20, RFC 6750 3.1)', async () => {
    const { user, client } = parties;
    const token = await issueUserToken(user, client, 'data_sources.read');
    const json = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
    expect((await call('POST', '/v7.1/data_source/', { token, json })).status).toBe(403);

    const { body } = await call<{ total_count: number }>('GET', '/v7.1/data_source/', {
      token,
    });
    expect(body.total_count).toBe(0);
  });

  it('AB-06 of an application cannot be one of a person: nobody chooses a client id (RFC 9700 section 4.15)', async () => {
    const chosen = { client_id: parties.user.user_id } as object;
    const { client_id } = await newClient(chosen);
    expect(client_id).not.toBe(parties.user.user_id);
    const own = await newParties(place);
    expect((await own.ownTokens()).body.user_id).toBe(`app-${own.client.client_id}`);
    expect(newId(new Date())).not.toContain('-');
  });
});
