import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newParties, type Parties } from '#kit/oauth-parties.ts';
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
