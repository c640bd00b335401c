import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as users from '../../functions/auth/user/user.store.ts';
import { formatToken, parseToken } from '../../shared/auth/tokens.ts';
import { call } from '../kit/call.ts';
import { table, tokenOf } from '../kit/fixtures.ts';
import { newParties, type Tokens } from './oauth-parties.ts';

const place = { send: call, urls: inject('service').urls };
const statusWith = async ({ access_token }: Tokens) =>
  (await call('GET', '/v7.0/user/self/', { token: access_token })).status;

type Parties = Awaited<ReturnType<typeof newParties>>;
let ours: Parties;
let others: Parties;

beforeAll(async () => {
  [ours, others] = await Promise.all([newParties(place), newParties(place)]);
});

/** Tokens of an application for itself, which cost less than a person's. */
const newTokens = async (of: Parties) => (await of.ownTokens()).body;

const revoke = (form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  call<{ error?: string }>('POST', '/v7.0/oauth2/revoke/', { form, headers });
const introspect = (form: Record<string, string>) =>
  call<Record<string, unknown>>('POST', '/v7.1/oauth2/introspect/', { form });

describe('revocation (A16, RFC 7009)', () => {
  it.each([
    ['absent', []],
    ['empty', [['token', '']]],
    [
      'doubled',
      [
        ['token', 'x'],
        ['token', 'y'],
      ],
    ],
  ] as [string, [string, string][]][])(
    'RV-01 of a token that is %s is 400 invalid_request',
    async (_, more) => {
      const { status, body } = await revoke([...Object.entries(ours.credentials), ...more]);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    },
  );

  it.each(['x', 'a'.repeat(10_000), '\u0000', "' OR 1=1 --", 'é', 'fit_at_x_y_z'])(
    'RV-02 of the unknown token %j is 200',
    async (token) => {
      const { status, body, headers } = await revoke({ ...ours.credentials, token });
      expect([status, body]).toEqual([200, {}]);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it("RV-03 of another application's token is 200 and changes nothing", async () => {
    const tokens = await newTokens(others);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect((await revoke({ ...ours.credentials, token })).status).toBe(200);
    expect(await statusWith(tokens)).toBe(200);
    expect((await others.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('RV-04 with wrong credentials is 401, and the token still works', async () => {
    const tokens = await newTokens(ours);
    const { client_id } = ours.application;
    const wrong = [{ client_secret: 'x' }, { client_secret: others.application.client_secret }, {}];
    for (const secret of wrong) {
      const { status, body } = await revoke({ client_id, ...secret, token: tokens.access_token });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
    expect(await statusWith(tokens)).toBe(200);
  });

  it.each(['access_token', 'refresh_token'] as const)(
    'RV-05, RV-06 of the %s ends the grant: access token and refresh token',
    async (name) => {
      const tokens = await newTokens(ours);
      expect((await revoke({ ...ours.credentials, token: tokens[name] })).status).toBe(200);
      expect(await statusWith(tokens)).toBe(401);
      expect((await ours.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    },
  );

  it('RV-05 ends the access token of the generation before as well', async () => {
    const first = await newTokens(ours);
    const { body: second } = await ours.refresh(first.refresh_token);
    await revoke({ ...ours.credentials, token: first.access_token });
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 401]);
  });

  it.each(['access_token', 'refresh_token', 'nonsense', ''])(
    'RV-07 with the token_type_hint %j revokes whatever it is',
    async (token_type_hint) => {
      const tokens = await newTokens(ours);
      const { status } = await revoke({ ...ours.credentials, token: tokens.refresh_token, token_type_hint });
      expect([status, await statusWith(tokens)]).toEqual([200, 401]);
    },
  );

  it('RV-08 twice is 200 both times', async () => {
    const { access_token: token } = await newTokens(ours);
    for (const _ of [1, 2]) expect((await revoke({ ...ours.credentials, token })).status).toBe(200);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('RV-09 by %s is 405', async (method) => {
    const { status, headers } = await call(method, '/v7.0/oauth2/revoke/');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('RV-10 answers JSON, which clients parse, and takes Basic as well', async () => {
    const { access_token: token } = await newTokens(ours);
    const { client_id, client_secret } = ours.application;
    const Authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    const { headers, text } = await revoke({ token }, { Authorization });
    expect([headers.get('content-type'), text]).toEqual(['application/json', '{}']);
  });
});

describe('introspection (A16, RFC 7662)', () => {
  it('tells an application of its own tokens', async () => {
    const tokens = await newTokens(ours);
    const { client_id } = ours.application;
    const own = { active: true, scope: 'read', client_id, sub: `app-${client_id}`, iss: place.urls.main };
    const access = (await introspect({ ...ours.credentials, token: tokens.access_token })).body;
    expect(access).toMatchObject({ ...own, token_type: 'Bearer', username: 'Test application' });
    expect(Number(access.exp) - Number(access.iat)).toBe(5_184_000);
    const refresh = (await introspect({ ...ours.credentials, token: tokens.refresh_token })).body;
    expect(refresh).toMatchObject(own);
    expect(refresh).not.toHaveProperty('token_type');
  });

  it('tells of the access token of the generation before, which still works', async () => {
    const first = await newTokens(ours);
    await ours.refresh(first.refresh_token);
    const { body } = await introspect({ ...ours.credentials, token: first.access_token });
    expect(body).toMatchObject({ active: true, token_type: 'Bearer' });
  });

  it('IN-01 by nobody, or with a wrong secret, is 401', async () => {
    const { client_id } = ours.application;
    for (const form of [{}, { client_id }, { client_id, client_secret: others.application.client_secret }]) {
      const { status, body } = await introspect({ ...form, token: 'x' });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['unknown', async () => 'x'],
    ['mistyped', async () => `${(await newTokens(ours)).access_token.slice(0, -1)}!`],
    ["another application's", async () => (await newTokens(others)).access_token],
    ["another application's refresh", async () => (await newTokens(others)).refresh_token],
    [
      'revoked',
      async () => {
        const { access_token: token } = await newTokens(ours);
        await revoke({ ...ours.credentials, token });
        return token;
      },
    ],
    [
      'consumed refresh',
      async () => {
        const { refresh_token } = await newTokens(ours);
        await ours.refresh(refresh_token);
        return refresh_token;
      },
    ],
    [
      'relabelled refresh',
      async () => {
        const token = parseToken('refresh', (await newTokens(ours)).refresh_token);
        return token ? formatToken('access', token) : '';
      },
    ],
  ])('IN-02 of an %s token is inactive and nothing else', async (_, make) => {
    const { status, body } = await introspect({ ...ours.credentials, token: await make() });
    expect([status, body]).toEqual([200, { active: false }]);
  });

  it('of no token is 400, and by GET 405', async () => {
    const { status, body } = await introspect(ours.credentials);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect((await call('GET', '/v7.1/oauth2/introspect/')).status).toBe(405);
  });
});

interface Metadata {
  issuer: string;
  [name: string]: unknown;
}
const metadata = async (path = '/.well-known/oauth-authorization-server') => call<Metadata>('GET', path);

describe('metadata (A17, RFC 8414)', () => {
  it('MD-01 names the issuer from whose address it is served, as answers do', async () => {
    const { status, body, headers } = await metadata();
    expect(status).toBe(200);
    expect(body.issuer).toBe(place.urls.main);
    expect(headers.get('content-type')).toBe('application/json');
    const back = await ours.decide('refuse');
    expect(back.searchParams.get('iss')).toBe(body.issuer);
  });

  it('MD-02 lists only what works', async () => {
    const { text, body } = await metadata();
    expect(text).not.toMatch(/password|implicit|plain|"none"|"token"|fragment/);
    expect(body).toMatchObject({
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('MD-03 lists addresses that answer', async () => {
    const { body } = await metadata();
    for (const [name, value] of Object.entries(body).filter(([name]) =>
      /endpoint$|documentation$/.test(name),
    ))
      expect([200, 400, 401, 405], name).toContain((await call('GET', String(value))).status);
  });

  it('can be kept for an hour, and has no other version', async () => {
    const { headers } = await metadata();
    const again = await call('GET', '/.well-known/oauth-authorization-server', {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect([headers.get('cache-control'), again.status]).toEqual(['public, max-age=3600', 304]);
    expect((await metadata('/v7.0/oauth-authorization-server')).status).toBe(404);
    expect((await metadata('/.well-known/oauth2/access_token/')).status).toBe(405);
  });
});

describe('the connection of a user and an application', () => {
  const end = (token: string, query: Record<string, string>) =>
    call('DELETE', `/v7.1/oauth2/connection/?${new URLSearchParams(query)}`, { token });

  it('ends with all grants of that application and no other (A18, A9)', async () => {
    const { user, application } = ours;
    const granted = () => tokenOf(user, application);
    const [one, two, elsewhere] = [await granted(), await granted(), await tokenOf(user, others.application)];
    const strangers = await tokenOf(others.user, application);
    const { user_id } = user;
    expect((await end(elsewhere, { user_id, client_id: application.client_id })).status).toBe(204);
    const status = async (access_token: string) => statusWith({ access_token } as Tokens);
    expect(await Promise.all([one, two, elsewhere, strangers].map(status))).toEqual([401, 401, 200, 200]);
    expect((await end(elsewhere, { user_id: 'self', client_id: application.client_id })).status).toBe(204);
  });

  it("is nobody else's to end, and needs both ids (A18, M4)", async () => {
    const token = await tokenOf(ours.user, ours.application);
    const { client_id } = others.application;
    expect((await end(token, { user_id: others.user.user_id, client_id })).status).toBe(404);
    for (const query of [{}, { client_id }, { user_id: 'self' }])
      expect((await end(token, query as Record<string, string>)).status).toBe(400);
  });
});

it('RT-21, BR-15 a person who is disabled has no token that works (RFC 9700 section 4.14)', async () => {
  const { user, application } = await newParties(place);
  const token = await tokenOf(user, application);
  await users.disable(table(), user.email, new Date());
  expect(await statusWith({ access_token: token } as Tokens)).toBe(401);
});
