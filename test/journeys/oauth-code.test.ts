import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newClient } from '#kit/fixtures.ts';
import { getCode, newParties, newPkce, type Parties } from '#kit/oauth-parties.ts';

const { urls } = inject('service');
const service = { send: call, urls };

let parties: Parties;
beforeAll(async () => {
  parties = await newParties(service);
});

/** Sends an authorization request. Returns the response, and the parameters of its redirect. */
async function authorize(url: string, headers: Record<string, string> = {}) {
  const path = url.slice(urls.auth.length);
  const response = await call('GET', path, { host: 'auth', headers });
  const location = response.headers.get('location');
  return { ...response, location, parameters: new URL(location ?? 'none:').searchParams };
}

describe('the token response', () => {
  it('has seven members, ignores unknown scopes and must not be cached', async () => {
    const { decide, redeem, user } = parties;
    const code = getCode(await decide('allow', { scope: 'read write' }));
    const { status, body, headers } = await redeem(code, { scope: 'write' });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^fit_at_/),
      expires_in: 5_184_000,
      token_type: 'Bearer',
      scope: 'read',
      user_id: user.user_id,
      user_href: `/v7.0/user/${user.user_id}/`,
      refresh_token: expect.stringMatching(/^fit_rt_/),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
  });

  it('links to the user under the version of the request', async () => {
    const form = { grant_type: 'client_credentials', ...parties.credentials };
    for (const version of ['v7.0', 'v7.1']) {
      const { body } = await call<{ user_href: string; access_token: string }>(
        'POST',
        `/${version}/oauth2/access_token`,
        { form },
      );
      expect(body.user_href).toMatch(new RegExp(`^/${version}/user/`));
      expect(
        (await call('GET', body.user_href, { token: body.access_token })).status,
      ).toBe(200);
    }
  });
});

describe('a code', () => {
  it('can be redeemed without a redirect_uri, with the registered one, or with the URL of the redirect', async () => {
    const { decide, newCode, redeem, client } = parties;
    const destination = await decide('allow', { state: 'x' });
    const { redirect_uri } = client;
    const responses = [
      await redeem(getCode(destination), { redirect_uri: destination.href }),
      await redeem(await newCode(), { redirect_uri }),
      await redeem(await newCode()),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('stays valid after a request with another redirect_uri', async () => {
    const { newCode, redeem } = parties;
    const code = await newCode();
    const { status, body } = await redeem(code, {
      redirect_uri: 'https://other.example/',
    });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await redeem(code)).status).toBe(200);
  });

  it('that is replayed, e.g. after a lost response, revokes its tokens', async () => {
    const { newCode, redeem, refresh, getStatusWith } = parties;
    const code = await newCode();
    const { body } = await redeem(code);
    expect((await redeem(code)).body.error).toBe('invalid_grant');
    expect(await getStatusWith(body.access_token)).toBe(401);
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('stays valid after a request of another client', async () => {
    const { newCode, redeem } = parties;
    const { client_id, client_secret } = await newClient();
    const code = await newCode();
    expect((await redeem(code, { client_id, client_secret })).body.error).toBe(
      'invalid_grant',
    );
    expect((await redeem(code)).status).toBe(200);
  });

  it.each(['x', 'fit_ac_x_y_z', 'a'.repeat(10_000)])(
    'that is malformed, as %j, is rejected',
    async (code) => {
      const { status, body } = await parties.redeem(code);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    },
  );
});

describe('a code with a code challenge', () => {
  it('requires the code verifier', async () => {
    const { newCode, redeem } = parties;
    const { code_verifier, announced } = newPkce();
    expect((await redeem(await newCode(announced), { code_verifier })).status).toBe(200);
    expect((await redeem(await newCode(announced))).body.error).toBe('invalid_grant');
  });

  it('ends at the first wrong verifier, so none can be guessed', async () => {
    const { newCode, redeem } = parties;
    const { code_verifier, announced } = newPkce();
    const code = await newCode(announced);
    const otherVerifier = newPkce().code_verifier;
    const first = await redeem(code, { code_verifier: otherVerifier });
    expect(first.body.error).toBe('invalid_grant');
    expect((await redeem(code, { code_verifier })).body.error).toBe('invalid_grant');
  });

  // Go's library repeats each token request that is refused.
  it('says why at a repeat of a wrong verifier, too', async () => {
    const { newCode, redeem } = parties;
    const code = await newCode(newPkce().announced);
    const { code_verifier } = newPkce();
    const first = await redeem(code, { code_verifier });
    expect(first.body.error_description).toContain('the code_verifier does not match');
    const second = await redeem(code, { code_verifier });
    expect([second.status, second.body]).toEqual([first.status, first.body]);
  });

  it('cannot be downgraded: a verifier without a challenge is rejected', async () => {
    const { newCode, redeem } = parties;
    const { code_verifier } = newPkce();
    expect((await redeem(await newCode(), { code_verifier })).body.error).toBe(
      'invalid_grant',
    );
  });
});

describe('the authorization response', () => {
  it('has the exact state and the issuer, for a grant and for a denial', async () => {
    const state = 'a b+c%20&=?#/"<é😀';
    const { decide } = await newParties(service);
    const denied = await decide('deny', { state });
    const allowed = await decide('allow', { state });
    for (const { searchParams } of [allowed, denied]) {
      expect(searchParams.get('state')).toBe(state);
      expect(searchParams.get('iss')).toBe(urls.main);
    }
    expect(getCode(allowed)).toMatch(/^fit_ac_/);
    expect(denied.searchParams.get('error')).toBe('access_denied');
  });

  it('does not return a state of more than 4,096 bytes', async () => {
    const { parameters } = await authorize(
      parties.buildAuthorizeUrl({ state: 'x'.repeat(4097) }),
    );
    expect(parameters.get('error')).toBe('invalid_request');
    expect(parameters.has('state')).toBe(false);
  });

  it('has no state if the request has none', async () => {
    const { searchParams } = await parties.decide('allow');
    expect([...searchParams.keys()]).toEqual(['code', 'iss']);
  });

  it('has an error if the client must send a challenge and sends none', async () => {
    const { buildAuthorizeUrl } = await newParties(service, { pkce_required: true });
    const { parameters } = await authorize(buildAuthorizeUrl());
    expect(parameters.get('error')).toBe('invalid_request');
  });

  it.each<[string, Record<string, string>]>([
    ['an unknown client', { client_id: '01k9zzzzzz00000000000000000000000000' }],
    ['no client', { client_id: '' }],
    ['a malformed client id', { client_id: '"><script>alert(1)</script>' }],
    ['a client id of any length', { client_id: 'a'.repeat(3000) }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a longer redirect URI', { redirect_uri: 'https://app.example/callback/x' }],
    [
      'a redirect URI with a fragment',
      { redirect_uri: 'https://app.example/callback#f' },
    ],
    ['no redirect URI', { redirect_uri: '' }],
  ])('is an error page without a redirect for %s', async (_, invalid) => {
    const { status, location, headers, text } = await authorize(
      parties.buildAuthorizeUrl(invalid),
    );
    expect([status, location]).toEqual([400, null]);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).not.toContain('<script');
    expect(text).not.toContain('evil.example');
  });

  it('is an error page if the client or the redirect URI is repeated', async () => {
    const { buildAuthorizeUrl, client } = parties;
    for (const name of ['client_id', 'redirect_uri'] as const) {
      const url = `${buildAuthorizeUrl()}&${name}=${encodeURIComponent(client[name])}`;
      expect((await authorize(url)).status).toBe(400);
    }
    const { parameters } = await authorize(
      `${buildAuthorizeUrl({ state: 'x' })}&state=y`,
    );
    expect(parameters.get('error')).toBe('invalid_request');
  });

  it('reaches a native client at any loopback port', async () => {
    const native = {
      native: true,
      pkce_required: false,
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    const { decide } = await newParties(service, native);
    const { origin } = await decide('allow', {
      redirect_uri: 'http://127.0.0.1:51004/callback',
    });
    expect(origin).toBe('http://127.0.0.1:51004');
  });

  it('ignores the host in the headers of a request', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    const { location } = await authorize(parties.buildAuthorizeUrl(), headers);
    expect(location).toMatch(urls.auth);
  });
});
