import {
  createHash,
  createHmac,
  createPublicKey,
  type JsonWebKey,
  verify,
} from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import type { Registration } from '#functions/auth/client/registration.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { call } from '#kit/call.ts';
import { issueUserToken, newPerson, table } from '#kit/fixtures.ts';
import { getCode, newParties, type Parties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { exists } from '#shared/table/condition.ts';

const { urls } = inject('service');
const newSignIn = (registration: Partial<Registration> = {}) =>
  newParties({ send: call, urls }, registration);
const scope = 'openid profile email';

interface Claims {
  sub: string;
  aud: string;
  jti: string;
  nonce?: string;
  auth_time: number;
  [name: string]: unknown;
}

const decode = <Part>(part = ''): Part =>
  JSON.parse(Buffer.from(part, 'base64url').toString());

/** Returns header and claims of an id_token, and verifies its signature with a published key. */
async function readIdToken(idToken = '') {
  const [head = '', payload = '', signature = ''] = idToken.split('.');
  const header = decode<{ alg: string; kid: string }>(head);
  const { body } = await call<{ keys: (JsonWebKey & { kid: string })[] }>(
    'GET',
    '/.well-known/jwks.json',
  );
  const key = body.keys.find(({ kid }) => kid === header.kid) ?? {};
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { header, claims: decode<Claims>(payload), isSigned };
}

/** Signs the user in by a client. Returns the tokens. */
async function signIn(parties: Parties, parameters: Record<string, string> = {}) {
  const redirect = await parties.decide('allow', { scope, ...parameters });
  const { body } = await parties.redeem(getCode(redirect));
  return body;
}

const getUserinfo = (token: string, method: 'GET' | 'POST' = 'GET') =>
  call<Record<string, unknown>>(method, '/v7.1/openid/userinfo/', { token });

/** Opens an authorization request in a browser in which a person is signed in. */
async function authorize(
  { buildAuthorizeUrl, user }: Parties,
  parameters: Record<string, string>,
  person: Parameters<Parties['decide']>[2] = user,
) {
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(person);
  const page = await browser.open(buildAuthorizeUrl({ scope, ...parameters }));
  return { browser, page };
}

const getError = (destination: URL) => destination.searchParams.get('error');

describe('an id_token', () => {
  // OpenID Connect Core 1.0 section 2.
  it('is signed by a published key, names user, client and nonce, and binds the access token', async () => {
    const parties = await newSignIn();
    const before = Math.floor(Date.now() / 1000);
    const tokens = await signIn(parties, { nonce: 'ünique "n"' });
    const { header, claims, isSigned } = await readIdToken(tokens.id_token);
    expect(header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(isSigned).toBe(true);
    const digest = createHash('sha256').update(tokens.access_token).digest();
    expect(claims).toEqual({
      iss: urls.main,
      sub: parties.user.user_id,
      aud: parties.client.client_id,
      iat: expect.any(Number),
      exp: Number(claims.iat) + 3600,
      auth_time: expect.any(Number),
      nonce: 'ünique "n"',
      at_hash: digest.subarray(0, 16).toString('base64url'),
      jti: expect.stringMatching(/^fit_hn_/),
    });
    expect(claims.auth_time).toBeGreaterThanOrEqual(before - 1);
  });

  it('has no nonce if none was sent', async () => {
    const { id_token } = await signIn(await newSignIn());
    const { claims, isSigned } = await readIdToken(id_token);
    expect([isSigned, claims.nonce]).toEqual([true, undefined]);
  });

  it('is issued for a code only, and only with the scope openid', async () => {
    const parties = await newSignIn();
    expect(await signIn(parties, { scope: 'read' })).not.toHaveProperty('id_token');
    const first = await signIn(parties);
    const refreshed = await parties.refresh(first.refresh_token);
    expect(refreshed.body).not.toHaveProperty('id_token');
    expect((await getUserinfo(refreshed.body.access_token)).status).toBe(200);
    expect((await parties.requestOwnTokens({ scope })).body).not.toHaveProperty(
      'id_token',
    );
  });

  it('is no access token, and no other kind of token', async () => {
    const parties = await newSignIn();
    const { id_token = '', access_token, refresh_token } = await signIn(parties);
    const { claims } = await readIdToken(id_token);
    for (const token of [id_token, claims.jti]) {
      expect((await getUserinfo(token)).status).toBe(401);
      const form = { ...parties.credentials, token };
      expect((await parties.introspect(form)).body).toEqual({ active: false });
      // RFC 7009 section 2.2: a token that is not known is not an error.
      const { status, body } = await parties.revoke(form);
      expect([status, body]).toEqual([200, {}]);
    }
    expect((await getUserinfo(access_token)).status).toBe(200);
    expect((await parties.refresh(refresh_token)).status).toBe(200);
  });

  // OpenID Connect Core 1.0 section 3.1.3.7.
  it('is not issued to another client that has the code', async () => {
    const parties = await newSignIn();
    const thief = await newSignIn();
    const code = getCode(await parties.decide('allow', { scope }));
    const stolen = await parties.redeem(code, thief.credentials);
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    expect(stolen.body).not.toHaveProperty('id_token');
    const { claims } = await readIdToken((await parties.redeem(code)).body.id_token);
    expect(claims.aud).toBe(parties.client.client_id);
  });

  it('keeps the time of the sign-in, and has a new one after prompt=login', async () => {
    const parties = await newSignIn();
    const browser = newTestBrowser(call, urls.auth);
    await browser.signIn(parties.user, new Date(Date.now() - 5000));
    await browser.open(parties.buildAuthorizeUrl({ scope }));
    await browser.submit({ decision: 'allow' });
    const redeem = async () => {
      const { body } = await parties.redeem(getCode(browser.getDestination()));
      return (await readIdToken(body.id_token)).claims;
    };
    const first = await redeem();
    await browser.open(parties.buildAuthorizeUrl({ scope, prompt: 'none' }));
    const second = await redeem();
    expect(second).toMatchObject({ sub: first.sub, auth_time: first.auth_time });
    expect(second.jti).not.toBe(first.jti);

    await browser.open(parties.buildAuthorizeUrl({ scope, prompt: 'login' }));
    const { email, password } = parties.user;
    await browser.submit({ email, password });
    expect((await redeem()).auth_time).toBeGreaterThan(first.auth_time);
  });
});

describe('userinfo', () => {
  const ofProfile = { name: expect.any(String), preferred_username: expect.any(String) };
  const ofEmail = { email: expect.any(String), email_verified: true };

  // OpenID Connect Core 1.0 sections 5.3 and 5.4.
  it.each([
    { granted: 'openid', claims: {} },
    { granted: 'openid profile', claims: ofProfile },
    { granted: 'email openid', claims: ofEmail },
    { granted: 'read openid profile email', claims: { ...ofProfile, ...ofEmail } },
  ])('responds with the claims of the scope: $granted', async ({ granted, claims }) => {
    const person = await newPerson();
    const token = await issueUserToken(person, undefined, granted);
    const { status, body } = await getUserinfo(token);
    expect([status, body]).toEqual([200, { sub: person.user_id, ...claims }]);
  });

  it('responds to POST as to GET', async () => {
    const token = await issueUserToken(await newPerson(), undefined, scope);
    const [read, posted] = [await getUserinfo(token), await getUserinfo(token, 'POST')];
    expect([posted.status, posted.body]).toEqual([200, read.body]);
  });

  it('says that an address is not verified if nobody has confirmed it', async () => {
    const person = await newPerson();
    const settings = {
      unconfirmed_email: true,
      locale: 'de-AT',
      time_zone: 'Europe/Vienna',
    };
    await table().update(identityKeys.user(person.user_id), { set: settings }, exists);
    const { body } = await getUserinfo(await issueUserToken(person, undefined, scope));
    expect(body).toMatchObject({
      email_verified: false,
      locale: 'de-AT',
      zoneinfo: 'Europe/Vienna',
    });
  });

  it('is refused to a token that does not sign in, even one with full access', async () => {
    const token = await issueUserToken(await newPerson());
    const { status, headers } = await getUserinfo(token);
    expect(status).toBe(403);
    expect(headers.get('x-amzn-remapped-www-authenticate')).toContain('scope="openid"');
  });
});

describe('a request of a sign-in', () => {
  it('ignores parameters that the service does not know', async () => {
    const { page } = await authorize(await newSignIn(), {
      scope: `${scope} address phone`,
      display: 'popup',
      ui_locales: 'fr',
      claims_locales: 'fr',
      login_hint: 'ann@example.com',
      acr_values: '1 2',
      extra: 'foobar',
    });
    expect(page.text).toContain('name="decision"');
    expect(page.text).toContain('gets no access to your fitness data');
  });

  // OpenID Connect Core 1.0 section 3.1.2.6.
  it.each(['request', 'request_uri'])('is rejected with %s', async (name) => {
    const { browser } = await authorize(await newSignIn(), { [name]: 'x', state: 's' });
    const { searchParams } = browser.getDestination();
    expect(searchParams.get('error')).toBe(`${name}_not_supported`);
    expect(searchParams.get('state')).toBe('s');
  });

  // OpenID Connect Core 1.0 section 3.1.2.1.
  it('by POST leads to the same request by GET', async () => {
    const { buildAuthorizeUrl } = await newSignIn();
    const url = new URL(buildAuthorizeUrl({ scope, state: 'a b&c', nonce: 'ü' }));
    const form = Object.fromEntries(url.searchParams);
    const { status, headers } = await call('POST', '/v7.0/oauth2/authorize/', {
      host: 'auth',
      form,
    });
    const location = new URL(headers.get('location') ?? '');
    expect(status).toBe(303);
    expect(location.pathname).toBe(url.pathname);
    expect(Object.fromEntries(location.searchParams)).toEqual(form);
  });
});

describe('an id_token_hint', () => {
  // OpenID Connect Core 1.0 section 3.1.2.1.
  it('gives a code for its user, and login_required for another', async () => {
    const parties = await newSignIn();
    const { id_token = '' } = await signIn(parties);
    const parameters = { prompt: 'none', id_token_hint: id_token };
    const own = (await authorize(parties, parameters)).browser.getDestination();
    expect(getCode(own)).not.toBe('');
    const other = await newPerson();
    for (const prompt of ['none', 'consent']) {
      const { browser } = await authorize(parties, { ...parameters, prompt }, other);
      expect(getError(browser.getDestination())).toBe('login_required');
    }
  });

  it('of another client, or of nobody, is invalid', async () => {
    const parties = await newSignIn();
    const { id_token = '' } = await signIn(parties);
    const other = await newSignIn();
    for (const [client, hint] of [
      [other, id_token],
      [parties, 'x'],
      [parties, 'e30.e30.e30'],
      [parties, ''],
    ] as const) {
      const parameters = { prompt: 'none', id_token_hint: hint };
      const { browser } = await authorize(client, parameters);
      const expected = hint === '' ? null : 'invalid_request';
      expect(getError(browser.getDestination())).toBe(expected);
    }
  });

  // RFC 8725 sections 2.1 and 3.1: what a forged token says about its algorithm changes nothing.
  it.each(['none', 'HS256'])(
    'that is forged by the algorithm %s names nobody',
    async (alg) => {
      const parties = await newSignIn();
      const { id_token = '' } = await signIn(parties);
      const [, payload] = id_token.split('.');
      const claims = decode<Claims>(payload);
      const victim = await newPerson();
      const hint = parseToken('hint', claims.jti);
      const jti = claims.jti.replace(hint?.user_id ?? '', victim.user_id);
      const { body } = await call<{ keys: object[] }>('GET', '/.well-known/jwks.json');
      const encode = (value: object) =>
        Buffer.from(JSON.stringify(value)).toString('base64url');
      const forge = (changes: object) => {
        const signed = `${encode({ alg })}.${encode({ ...claims, ...changes })}`;
        const mac = createHmac('sha256', JSON.stringify(body.keys[0])).update(signed);
        return `${signed}.${alg === 'none' ? '' : mac.digest('base64url')}`;
      };
      const parameters = { prompt: 'none', id_token_hint: forge({ jti }) };
      const rejected = (await authorize(parties, parameters)).browser.getDestination();
      expect(getError(rejected)).toBe('invalid_request');
      // The user is that of the grant, whatever the claims say.
      const changed = { ...parameters, id_token_hint: forge({ sub: victim.user_id }) };
      const ofVictim = await authorize(parties, changed, victim);
      expect(getError(ofVictim.browser.getDestination())).toBe('login_required');
    },
  );
});
