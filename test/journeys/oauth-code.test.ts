import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newClient, newUser } from '#kit/fixtures.ts';
import { getCode, newParties, newPkce } from '#kit/oauth-parties.ts';
import { newVisitor } from '#kit/visitor.ts';

const place = { send: call, urls: inject('service').urls };
const statusWith = async (token: string) =>
  (await call('GET', '/v7.0/user/self/', { token })).status;

describe('the answer of the token endpoint', () => {
  it('has the seven fields, whatever unknown scope is asked for, and is kept nowhere (A1, specification 2.1)', async () => {
    const { decide, redeem, user } = await newParties(place);
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

  it('names the user under the version of the request (M2)', async () => {
    const { credentials } = await newParties(place);
    const form = { grant_type: 'client_credentials', ...credentials };
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
  it('is redeemed without the redirect_uri, with it, or with the whole address of the answer (A4)', async () => {
    const { decide, newCode, redeem, application } = await newParties(place);
    const answer = await decide('allow', { state: 'x' });
    const code = getCode(answer);
    expect((await redeem(code, { redirect_uri: answer.href })).status).toBe(200);
    expect(
      (await redeem(await newCode(), { redirect_uri: application.redirect_uri })).status,
    ).toBe(200);
    expect((await redeem(await newCode())).status).toBe(200);
  });

  it('is refused with another redirect_uri, and remains good (A4)', async () => {
    const { newCode, redeem } = await newParties(place);
    const code = await newCode();
    const { status, body } = await redeem(code, {
      redirect_uri: 'https://other.example/',
    });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await redeem(code)).status).toBe(200);
  });

  it('AC-10 gives tokens once, however many ask at once, and a second use revokes them (A7)', async () => {
    const { newCode, redeem } = await newParties(place);
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(code)));
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers.map(({ body }) => body.error)).toEqual(Array(9).fill('invalid_grant'));
    expect(await statusWith(winner?.body.access_token ?? '')).toBe(401);
  });

  it('AC-23 that is used a second time, as after a lost answer, takes the tokens of the first use with it (A7, RFC 6749 4.1.2)', async () => {
    const { newCode, redeem, refresh } = await newParties(place);
    const code = await newCode();
    const { body } = await redeem(code);
    expect((await redeem(code)).body.error).toBe('invalid_grant');
    expect(await statusWith(body.access_token)).toBe(401);
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('of another application is refused, and remains good (A7)', async () => {
    const { newCode, redeem } = await newParties(place);
    const { client_id, client_secret } = await newClient();
    const code = await newCode();
    expect((await redeem(code, { client_id, client_secret })).body.error).toBe(
      'invalid_grant',
    );
    expect((await redeem(code)).status).toBe(200);
  });

  it.each(['x', 'fit_ac_x_y_z', 'a'.repeat(10_000)])(
    'that was invented, as %j, is refused (A10)',
    async (code) => {
      const { redeem } = await newParties(place);
      const { status, body } = await redeem(code);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    },
  );
});

describe('a code with a challenge', () => {
  it('needs its verifier (A5)', async () => {
    const { newCode, redeem } = await newParties(place);
    const { code_verifier, announced } = newPkce();
    expect((await redeem(await newCode(announced), { code_verifier })).status).toBe(200);
    expect((await redeem(await newCode(announced))).body.error).toBe('invalid_grant');
  });

  it('PK-07 is gone after one wrong verifier, so that none can be guessed (A5, RFC 7636 4.6)', async () => {
    const { newCode, redeem } = await newParties(place);
    const { code_verifier, announced } = newPkce();
    const code = await newCode(announced);
    const wrong = newPkce().code_verifier;
    expect((await redeem(code, { code_verifier: wrong })).body.error).toBe(
      'invalid_grant',
    );
    expect((await redeem(code, { code_verifier })).body.error).toBe('invalid_grant');
  });

  it('cannot be had by leaving the challenge out: a verifier without one is refused (A5)', async () => {
    const { newCode, redeem } = await newParties(place);
    const { code_verifier } = newPkce();
    expect((await redeem(await newCode(), { code_verifier })).body.error).toBe(
      'invalid_grant',
    );
  });
});

describe('the answer to an authorization request', () => {
  it('AZ-44 carries the state byte for byte and the issuer, on success and on refusal (A5, RFC 9207)', async () => {
    const state = 'a b+c%20&=?#/"<é😀';
    const decide = async (decision: 'allow' | 'refuse') =>
      (await newParties(place)).decide(decision, { state });
    const [allowed, refused] = await Promise.all([decide('allow'), decide('refuse')]);
    for (const { searchParams } of [allowed, refused]) {
      expect(searchParams.get('state')).toBe(state);
      expect(searchParams.get('iss')).toBe(place.urls.main);
    }
    expect(allowed.searchParams.get('code')).toMatch(/^fit_ac_/);
    expect(refused.searchParams.get('error')).toBe('access_denied');
  });

  it('does not return a state of more than 4,096 bytes (A23)', async () => {
    const { authorizeUrl } = await newParties(place);
    const { headers } = await fetch(authorizeUrl({ state: 'x'.repeat(4097) }), {
      redirect: 'manual',
    });
    const { searchParams } = new URL(headers.get('location') ?? '');
    expect(searchParams.get('error')).toBe('invalid_request');
    expect(searchParams.has('state')).toBe(false);
  });

  it('has no state where none was sent (A5)', async () => {
    const { decide } = await newParties(place);
    expect([...(await decide('allow')).searchParams.keys()]).toEqual(['code', 'iss']);
  });

  it.each<[string, Record<string, string>]>([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_type: '' }],
    [
      'invalid_request',
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
    ],
    ['invalid_scope', { scope: 'write' }],
  ])('is %s for %j (A5, A6)', async (error, parameters) => {
    const { authorizeUrl, application } = await newParties(place);
    const url = authorizeUrl({ ...parameters, state: 'x' });
    const { status, headers } = await call('GET', url.slice(place.urls.auth.length), {
      host: 'auth',
    });
    const location = new URL(headers.get('location') ?? '');
    expect(status).toBe(303);
    expect(location.href).toContain(`${application.redirect_uri}?`);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error,
      state: 'x',
      iss: place.urls.main,
    });
  });

  it('AZ-38 is an error where the application is registered for a challenge and sends none (A5, RFC 9700 2.1.1)', async () => {
    const { authorizeUrl } = await newParties(place, { pkce_required: true });
    const { headers } = await call('GET', authorizeUrl().slice(place.urls.auth.length), {
      host: 'auth',
    });
    expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe(
      'invalid_request',
    );
  });

  it.each<[string, Record<string, string>]>([
    ['an unknown client', { client_id: '01k9zzzzzz00000000000000000000000000' }],
    ['no client', { client_id: '' }],
    ['a client that cannot be', { client_id: '"><script>alert(1)</script>' }],
    ['a client of any length', { client_id: 'a'.repeat(3000) }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a longer redirect URI', { redirect_uri: 'https://app.example/callback/x' }],
    [
      'AZ-10: a redirect URI with a fragment',
      { redirect_uri: 'https://app.example/callback#f' },
    ],
    ['no redirect URI', { redirect_uri: '' }],
  ])('goes nowhere for %s: it is a page (A6)', async (_, parameters) => {
    const { authorizeUrl } = await newParties(place);
    const url = authorizeUrl(parameters).slice(place.urls.auth.length);
    const { status, headers, text } = await call('GET', url, { host: 'auth' });
    expect(status).toBe(400);
    expect(headers.get('location')).toBeNull();
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).not.toContain('<script');
    expect(text).not.toContain('evil.example');
  });

  it('goes nowhere where the client or the redirect URI is sent twice (A6)', async () => {
    const { authorizeUrl, application } = await newParties(place);
    for (const name of ['client_id', 'redirect_uri'] as const) {
      const url = `${authorizeUrl()}&${name}=${encodeURIComponent(application[name])}`;
      const { status } = await call('GET', url.slice(place.urls.auth.length), {
        host: 'auth',
      });
      expect(status).toBe(400);
    }
    const { headers } = await call(
      'GET',
      `${authorizeUrl({ state: 'x' })}&state=y`.slice(place.urls.auth.length),
      {
        host: 'auth',
      },
    );
    expect(headers.get('location')).toContain('error=invalid_request');
  });

  it('AZ-50 reaches a native application on this machine at the port that it happens to have (A6)', async () => {
    const native = {
      native: true,
      pkce_required: false,
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    const { decide } = await newParties(place, native);
    const at = await decide('allow', { redirect_uri: 'http://127.0.0.1:51004/callback' });
    expect(at.origin).toBe('http://127.0.0.1:51004');
  });

  it('AZ-45 cannot be turned elsewhere by the host that a caller names (A6)', async () => {
    const { authorizeUrl } = await newParties(place);
    const url = authorizeUrl().slice(place.urls.auth.length);
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    const answer = await call('GET', url, { host: 'auth', headers });
    expect(answer.headers.get('location')).toMatch(place.urls.auth);
  });
});

it('grants the data of who signed in, not of who began (A12)', async () => {
  const { authorizeUrl, redeem } = await newParties(place);
  const other = await newUser();
  const visitor = newVisitor(call, place.urls.auth);
  await visitor.open(authorizeUrl());
  await visitor.submit({ email: other.email, password: other.password });
  await visitor.submit({ decision: 'allow' });
  const code = getCode(visitor.getDestination());
  expect((await redeem(code)).body.user_id).toBe(other.user_id);
});
