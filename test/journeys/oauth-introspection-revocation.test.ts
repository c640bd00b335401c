import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newParties, type Parties } from '#kit/oauth-parties.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';

const service = { send: call, urls: inject('service').urls };

let ours: Parties;
let others: Parties;

beforeAll(async () => {
  [ours, others] = await Promise.all([newParties(service), newParties(service)]);
});

/** Issues tokens of a client for itself, which takes fewer requests than tokens of a user. */
const newTokens = async ({ requestOwnTokens }: Parties) =>
  (await requestOwnTokens()).body;

// RFC 7662.
describe('introspection', () => {
  it('describes the tokens of the client', async () => {
    const tokens = await newTokens(ours);
    const { client_id } = ours.client;
    const expected = {
      active: true,
      scope: 'read',
      client_id,
      sub: `app-${client_id}`,
      iss: service.urls.main,
    };
    const access = (
      await ours.introspect({ ...ours.credentials, token: tokens.access_token })
    ).body;
    expect(access).toMatchObject({
      ...expected,
      token_type: 'Bearer',
      username: 'Test application',
    });
    expect(Number(access.exp) - Number(access.iat)).toBe(5_184_000);
    const refresh = (
      await ours.introspect({ ...ours.credentials, token: tokens.refresh_token })
    ).body;
    expect(refresh).toMatchObject(expected);
    expect(refresh).not.toHaveProperty('token_type');
  });

  it('describes the access token of the previous generation, which is still valid', async () => {
    const first = await newTokens(ours);
    await ours.refresh(first.refresh_token);
    const { body } = await ours.introspect({
      ...ours.credentials,
      token: first.access_token,
    });
    expect(body).toMatchObject({ active: true, token_type: 'Bearer' });
  });

  it('without credentials, or with a wrong secret, gets 401', async () => {
    const { client_id } = ours.client;
    for (const form of [
      {},
      { client_id },
      { client_id, client_secret: others.client.client_secret },
    ]) {
      const { status, body } = await ours.introspect({ ...form, token: 'x' });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['unknown', async () => 'x'],
    ['mistyped', async () => `${(await newTokens(ours)).access_token.slice(0, -1)}!`],
    ["another client's", async () => (await newTokens(others)).access_token],
    ["another client's refresh", async () => (await newTokens(others)).refresh_token],
    [
      'revoked',
      async () => {
        const { access_token: token } = await newTokens(ours);
        await ours.revoke({ ...ours.credentials, token });
        return token;
      },
    ],
    [
      'used refresh',
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
  ])('of an %s token returns only that it is inactive', async (_, createToken) => {
    const { status, body } = await ours.introspect({
      ...ours.credentials,
      token: await createToken(),
    });
    expect([status, body]).toEqual([200, { active: false }]);
  });

  it('without a token gets 400, and with GET 405', async () => {
    const { status, body } = await ours.introspect(ours.credentials);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect((await call('GET', '/v7.1/oauth2/introspect/')).status).toBe(405);
  });
});

// RFC 7009.
describe('revocation', () => {
  it.each([[[]], [['']], [['x', 'y']]])(
    'with the tokens %j gets 400 invalid_request',
    async (sent) => {
      const tokens = sent.map((token): [string, string] => ['token', token]);
      const { status, body } = await ours.revoke([
        ...Object.entries(ours.credentials),
        ...tokens,
      ]);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    },
  );

  it.each(['x', 'a'.repeat(10_000), '\u0000', 'fit_at_x_y_z'])(
    'of the unknown token %j gets 200',
    async (token) => {
      const { status, body, headers } = await ours.revoke({ ...ours.credentials, token });
      expect([status, body]).toEqual([200, {}]);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it("of another client's token gets 200, and the token stays valid", async () => {
    const tokens = await newTokens(others);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect((await ours.revoke({ ...ours.credentials, token })).status).toBe(200);
    expect(await ours.getStatusWith(tokens.access_token)).toBe(200);
    expect((await others.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('of a token with another secret gets 200, and the grant stays valid', async () => {
    const { access_token, refresh_token } = await newTokens(ours);
    const token = parseToken('refresh', refresh_token);
    if (!token) throw new Error('The token is malformed.');
    const forged = formatToken('refresh', { ...token, secret: newSecret() });
    const { status } = await ours.revoke({ ...ours.credentials, token: forged });
    expect([status, await ours.getStatusWith(access_token)]).toEqual([200, 200]);
  });

  it('with wrong credentials gets 401, and the token stays valid', async () => {
    const tokens = await newTokens(ours);
    const { client_id } = ours.client;
    const wrongSecrets = [
      { client_secret: 'x' },
      { client_secret: others.client.client_secret },
      {},
    ];
    for (const secret of wrongSecrets) {
      const { status, body } = await ours.revoke({
        client_id,
        ...secret,
        token: tokens.access_token,
      });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
    expect(await ours.getStatusWith(tokens.access_token)).toBe(200);
  });

  it.each(['access_token', 'refresh_token'] as const)(
    'of the %s revokes the grant with both tokens, and gets 200 even if it is repeated',
    async (name) => {
      const tokens = await newTokens(ours);
      const form = { ...ours.credentials, token: tokens[name] };
      expect((await ours.revoke(form)).status).toBe(200);
      expect(await ours.getStatusWith(tokens.access_token)).toBe(401);
      expect((await ours.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
      const repeated = await ours.revoke(form);
      expect(repeated.status).toBe(200);
    },
  );

  it('includes the access token of the previous generation', async () => {
    const first = await newTokens(ours);
    const { body: second } = await ours.refresh(first.refresh_token);
    await ours.revoke({ ...ours.credentials, token: first.access_token });
    expect([
      await ours.getStatusWith(first.access_token),
      await ours.getStatusWith(second.access_token),
    ]).toEqual([401, 401]);
  });

  it.each(['access_token', 'nonsense'])(
    'ignores the token_type_hint %j',
    async (token_type_hint) => {
      const tokens = await newTokens(ours);
      const { status } = await ours.revoke({
        ...ours.credentials,
        token: tokens.refresh_token,
        token_type_hint,
      });
      expect([status, await ours.getStatusWith(tokens.access_token)]).toEqual([200, 401]);
    },
  );

  it('by GET gets 405', async () => {
    const { status, headers } = await call('GET', '/v7.0/oauth2/revoke/');
    expect([status, headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it('responds with JSON, and accepts Basic authentication', async () => {
    const { access_token: token } = await newTokens(ours);
    const { client_id, client_secret } = ours.client;
    const Authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    const { headers, text } = await ours.revoke({ token }, { Authorization });
    expect([headers.get('content-type'), text]).toEqual(['application/json', '{}']);
  });
});
