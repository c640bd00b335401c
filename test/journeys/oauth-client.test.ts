import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newParties } from '#kit/oauth-parties.ts';
import type { TestResponse } from '#kit/send.ts';

const place = { send: call, urls: inject('service').urls };
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const path = '/v7.0/oauth2/access_token/';

/** The challenge of an answer; API Gateway gives this header of a function another name. */
const getChallenge = ({ headers }: TestResponse) =>
  headers.get('www-authenticate') ?? headers.get('x-amzn-remapped-www-authenticate');

describe('an application', () => {
  it('CC-08 gets tokens of a principal of its own, which no person can be (A2, RFC 9700 4.15)', async () => {
    const { ownTokens, application, user } = await newParties(place);
    const { status, body } = await ownTokens();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user_id: `app-${application.client_id}`,
      expires_in: 5_184_000,
      scope: 'read',
    });
    expect(user.user_id).not.toContain('-');
  });

  it('gets full access if it asks for unknown scopes only (A1, RFC 6749 section 3.3)', async () => {
    const { ownTokens } = await newParties(place);
    for (const scope of ['write', 'read write', 'openid', '\u0000']) {
      const { status, body } = await ownTokens({ scope });
      expect([status, body.scope]).toEqual([200, 'read']);
    }
  });

  it('reads itself where its token leads, and no person (A2, D6)', async () => {
    const { ownTokens, application, user } = await newParties(place, {
      name: 'Trail Companion',
    });
    const { body } = await ownTokens();
    const own = await call('GET', body.user_href, { token: body.access_token });
    expect(own.body).toMatchObject({
      id: `app-${application.client_id}`,
      display_name: 'Trail Companion',
    });
    expect(own.body).not.toHaveProperty('email');
    const other = await call('GET', `/v7.0/user/${user.user_id}/`, {
      token: body.access_token,
    });
    expect(other.status).toBe(404);
  });

  it("may not touch a user's resources (A2)", async () => {
    const { body } = await (await newParties(place)).ownTokens();
    const { status } = await call('GET', '/v7.1/data_source/', {
      token: body.access_token,
    });
    expect(status).toBe(403);
  });

  it('CC-09 refreshes its own tokens as itself (A2, RFC 6749 6)', async () => {
    const { ownTokens, refresh } = await newParties(place);
    const { body } = await ownTokens();
    expect((await refresh(body.refresh_token)).body.user_id).toBe(body.user_id);
  });

  it('TE-31 uses the grants that it is registered for, and no other (A10, RFC 6749 5.2)', async () => {
    const { ownTokens, refresh } = await newParties(place, {
      grant_types: ['client_credentials'],
    });
    const { body } = await ownTokens();
    const refused = await refresh(body.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client']);
  });
});

describe('the authentication of an application', () => {
  it('is taken from the body or from the header, and a bearer header beside it is ignored (A3)', async () => {
    const { tokens, ownTokens, application } = await newParties(place);
    const { client_id, client_secret } = application;
    const form = { grant_type: 'client_credentials' };
    expect((await ownTokens()).status).toBe(200);
    expect((await tokens(form, basic(client_id, client_secret))).status).toBe(200);
    expect(
      (await tokens({ ...form, client_id }, basic(client_id, client_secret))).status,
    ).toBe(200);
    expect(
      (await tokens({ ...form, client_id, client_secret }, { Authorization: 'Bearer x' }))
        .status,
    ).toBe(200);
  });

  it('can be in both if they are identical, and is invalid_request if they differ (A3)', async () => {
    const { tokens, application } = await newParties(place);
    const { client_id, client_secret } = application;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    expect((await tokens(form, basic(client_id, client_secret))).status).toBe(200);
    const { status, body } = await tokens(form, basic(client_id, `${client_secret}x`));
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('TE-22, TE-25 that is wrong, or cut, is 401, with a challenge only to who used the header (A3, RFC 6749 2.3.1)', async () => {
    const { tokens, application } = await newParties(place);
    const other = await newParties(place);
    const form = { grant_type: 'client_credentials' };
    const { client_id, client_secret } = application;
    const wrong = [
      { client_id, client_secret: other.application.client_secret },
      { client_id, client_secret: client_secret.slice(0, 60) },
      { client_id, client_secret: `${client_secret}x` },
      { client_id, client_secret: 'secret' },
      { client_id: '01k9zzzzzz00000000000000000000000000', client_secret },
      { client_id: 'x'.repeat(3000), client_secret },
    ];
    for (const pair of wrong) {
      const inBody = await tokens({ ...form, ...pair });
      expect([inBody.status, inBody.body.error]).toEqual([401, 'invalid_client']);
      expect(getChallenge(inBody)).toBeNull();
      const inHeader = await tokens(form, basic(pair.client_id, pair.client_secret));
      expect([inHeader.status, inHeader.body.error]).toEqual([401, 'invalid_client']);
      expect(getChallenge(inHeader)).toMatch(/^Basic realm="fitness-data"/);
    }
    const none = await tokens(form);
    expect([none.status, none.body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('a token request that is not well-formed', () => {
  it.each<[string, string, [string, string][]]>([
    ['without a grant type', 'invalid_request', []],
    ['of an empty grant type', 'invalid_request', [['grant_type', '']]],
    ['of an unknown grant', 'unsupported_grant_type', [['grant_type', 'password']]],
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
      'with a doubled parameter',
      'invalid_request',
      [
        ['grant_type', 'client_credentials'],
        ['grant_type', 'x'],
      ],
    ],
  ])('%s is 400 %s (A10)', async (_, error, parameters) => {
    const { credentials } = await newParties(place);
    const form: [string, string][] = [...Object.entries(credentials), ...parameters];
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
  ])('as %s is 400 invalid_request (A10)', async (_, options) => {
    const { status, body } = await call('POST', path, options);
    expect([status, body]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('never repeats what was sent (A10)', async () => {
    const { tokens, credentials } = await newParties(place);
    for (const form of [
      { grant_type: 'canary', ...credentials },
      { grant_type: 'refresh_token', refresh_token: 'canary', ...credentials },
      { grant_type: 'client_credentials', client_id: 'canary', client_secret: 'canary' },
    ])
      expect((await tokens(form)).text).not.toContain('canary');
  });

  it('is refused however many parameters it has (A10)', async () => {
    const body = 'a=b&'.repeat(16_000);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await call('POST', path, { body, headers });
    expect([400, 401]).toContain(status);
  });
});
