import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newClient } from '#kit/fixtures.ts';
import { newParties, type Parties } from '#kit/oauth-parties.ts';
import type { TestResponse } from '#kit/send.ts';

const service = { send: call, urls: inject('service').urls };
const toBasic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const path = '/v7.0/oauth2/access_token/';

let parties: Parties;
beforeAll(async () => {
  parties = await newParties(service);
});

/** Returns the challenge of a response. API Gateway renames this header of a function. */
const getChallenge = ({ headers }: TestResponse) =>
  headers.get('www-authenticate') ?? headers.get('x-amzn-remapped-www-authenticate');

describe('a client', () => {
  it('gets tokens of its own principal, whose id no user can have', async () => {
    const { requestOwnTokens, client, user } = parties;
    const { status, body } = await requestOwnTokens();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user_id: `app-${client.client_id}`,
      expires_in: 5_184_000,
      scope: 'read',
    });
    expect(user.user_id).not.toContain('-');
  });

  // RFC 6749 section 3.3.
  it('gets full access if it requests only unknown scopes', async () => {
    for (const scope of ['write', '\u0000']) {
      const { status, body } = await parties.requestOwnTokens({ scope });
      expect([status, body.scope]).toEqual([200, 'read']);
    }
  });

  it('can read its own principal, and no user', async () => {
    const { requestOwnTokens, client, user } = await newParties(service, {
      name: 'Trail Companion',
    });
    const { body } = await requestOwnTokens();
    const response = await call('GET', body.user_href, { token: body.access_token });
    expect(response.body).toMatchObject({
      id: `app-${client.client_id}`,
      display_name: 'Trail Companion',
    });
    expect(response.body).not.toHaveProperty('email');
    const other = await call('GET', `/v7.0/user/${user.user_id}/`, {
      token: body.access_token,
    });
    expect(other.status).toBe(404);
  });

  it('cannot read the resources of users', async () => {
    const { body } = await parties.requestOwnTokens();
    const { status } = await call('GET', '/v7.1/data_source/', {
      token: body.access_token,
    });
    expect(status).toBe(403);
  });

  it('refreshes its own tokens as itself', async () => {
    const { requestOwnTokens, refresh } = parties;
    const { body } = await requestOwnTokens();
    expect((await refresh(body.refresh_token)).body.user_id).toBe(body.user_id);
  });

  it('can use only the grants that it is registered for', async () => {
    const { requestOwnTokens, refresh } = await newParties(service, {
      grant_types: ['client_credentials'],
    });
    const { body } = await requestOwnTokens();
    const rejected = await refresh(body.refresh_token);
    expect([rejected.status, rejected.body.error]).toEqual([400, 'unauthorized_client']);
  });
});

describe('the authentication of a client', () => {
  it('is in the body or in the header, and a bearer token beside it is ignored', async () => {
    const { requestTokens, credentials } = parties;
    const { client_id, client_secret } = credentials;
    const form = { grant_type: 'client_credentials' };
    const header = toBasic(client_id, client_secret);
    const responses = [
      await requestTokens({ ...form, ...credentials }),
      await requestTokens(form, header),
      await requestTokens({ ...form, client_id }, header),
      await requestTokens({ ...form, ...credentials }, { Authorization: 'Bearer x' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('can be in body and header if both are equal, and is rejected if they differ', async () => {
    const { requestTokens, credentials } = parties;
    const { client_id, client_secret } = credentials;
    const form = { grant_type: 'client_credentials', ...credentials };
    expect((await requestTokens(form, toBasic(client_id, client_secret))).status).toBe(
      200,
    );
    const { status, body } = await requestTokens(
      form,
      toBasic(client_id, `${client_secret}x`),
    );
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('fails with 401, and with a challenge only if the credentials are in the header', async () => {
    const { requestTokens, credentials } = parties;
    const { client_id, client_secret } = credentials;
    const other = await newClient();
    const form = { grant_type: 'client_credentials' };
    const rejectedCredentials = [
      { client_id, client_secret: other.client_secret },
      { client_id, client_secret: client_secret.slice(0, 60) },
      { client_id, client_secret: `${client_secret}x` },
      { client_id, client_secret: 'secret' },
      { client_id: '01k9zzzzzz00000000000000000000000000', client_secret },
      { client_id: 'x'.repeat(3000), client_secret },
    ];
    for (const rejected of rejectedCredentials) {
      const inBody = await requestTokens({ ...form, ...rejected });
      expect([inBody.status, inBody.body.error]).toEqual([401, 'invalid_client']);
      expect(getChallenge(inBody)).toBeNull();
      const inHeader = await requestTokens(
        form,
        toBasic(rejected.client_id, rejected.client_secret),
      );
      expect([inHeader.status, inHeader.body.error]).toEqual([401, 'invalid_client']);
      expect(getChallenge(inHeader)).toMatch(/^Basic realm="fitness-data"/);
    }
    const anonymous = await requestTokens(form);
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'invalid_client']);
  });

  it('says whether credentials or the secret are missing, or wrong, but not whether there is a client', async () => {
    const { requestTokens, credentials } = parties;
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    const describe = async (sent: Readonly<Record<string, string>>) =>
      (await requestTokens({ ...form, ...sent })).body.error_description;
    expect(await describe({})).toContain('send client_id and client_secret in the form');
    const unknown = '01k9zzzzzz00000000000000000000000000';
    for (const client_id of [credentials.client_id, unknown]) {
      expect(await describe({ client_id })).toContain('has no client_secret');
      const wrong = await describe({ client_id, client_secret: 'x' });
      expect(wrong).toContain('the client_id or the client_secret is wrong');
    }
  });
});

describe('a malformed token request', () => {
  it.each<[string, string, [string, string][]]>([
    ['without a grant type', 'invalid_request', []],
    ['with an empty grant type', 'invalid_request', [['grant_type', '']]],
    [
      'with an unknown grant type',
      'unsupported_grant_type',
      [['grant_type', 'password']],
    ],
    ['without a code', 'invalid_request', [['grant_type', 'authorization_code']]],
    [
      'with an empty refresh token',
      'invalid_request',
      [
        ['grant_type', 'refresh_token'],
        ['refresh_token', ''],
      ],
    ],
    [
      'with a repeated parameter',
      'invalid_request',
      [
        ['grant_type', 'client_credentials'],
        ['grant_type', 'x'],
      ],
    ],
  ])('%s gets 400 %s', async (_, error, parameters) => {
    const form: [string, string][] = [
      ...Object.entries(parties.credentials),
      ...parameters,
    ];
    const { status, headers, body } = await call('POST', path, { form });
    expect([status, body]).toEqual([
      400,
      { error, error_description: expect.any(String) },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['JSON', { json: { grant_type: 'client_credentials' } }],
    [
      'text',
      {
        body: 'grant_type=client_credentials',
        headers: { 'Content-Type': 'text/plain' },
      },
    ],
    ['nothing', {}],
  ])('of %s gets 400 invalid_request', async (_, options) => {
    const { status, body } = await call('POST', path, options);
    expect([status, body]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('is never part of the response', async () => {
    const { requestTokens, credentials } = parties;
    for (const form of [
      { grant_type: 'canary', ...credentials },
      { grant_type: 'refresh_token', refresh_token: 'canary', ...credentials },
      { grant_type: 'client_credentials', client_id: 'canary', client_secret: 'canary' },
    ])
      expect((await requestTokens(form)).text).not.toContain('canary');
  });

  it('is rejected even with 16,000 parameters', async () => {
    const body = 'a=b&'.repeat(16_000);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await call('POST', path, { body, headers });
    expect([400, 401]).toContain(status);
  });
});
