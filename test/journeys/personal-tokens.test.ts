import { beforeAll, describe, expect, inject, it } from 'vitest';
import { disableUser } from '#functions/auth/identity/change-access.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { call } from '#kit/call.ts';
import { issueUserToken, newUser, table } from '#kit/fixtures.ts';
import { newParties, type Parties } from '#kit/oauth-parties.ts';
import { openTokensPage, type TokenOwner } from '#kit/personal-tokens.ts';
import { runShell } from '#kit/program.ts';

const { urls } = inject('service');
const service = { send: call, urls };
const openPage = async () => openTokensPage(service, await newUser());
const getUser = (token: string) => call('GET', '/v7.1/user/self/', { token });

const run = {
  type: 'exercise',
  date: '2026-11-20',
  exercise: { id: '1' },
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

describe('a personal access token', () => {
  let owner: TokenOwner;
  let token: string;
  beforeAll(async () => {
    owner = await openPage();
    token = await owner.create();
  });

  it('works in the command that the page shows', async () => {
    const { text } = await owner.submit({ 'profile.read': 'yes' });
    const [, escaped = ''] = /<code>(curl .*?)<\/code>/.exec(text) ?? [];
    const { stdout } = await runShell(escaped.replaceAll('&#39;', "'"));
    expect(JSON.parse(stdout)).toMatchObject({ id: owner.user.user_id });
  });

  it('works on the main API and the diary, and its last use is shown', async () => {
    const { status, body } = await getUser(token);
    expect([status, body]).toMatchObject([200, { email: owner.user.email }]);
    const headers = owner.diaryHeaders;
    const options = { host: 'diary', token, headers } as const;
    const created = await call<{ items: { id: string }[] }>('POST', '/v2/diary', {
      ...options,
      json: { items: [run] },
    });
    expect(created.status).toBe(201);
    const path = `/v2/diary/${created.body.items[0]?.id}`;
    expect((await call('GET', path, options)).status).toBe(200);
    expect((await owner.open()).text).toMatch(/<dt>Last used<\/dt><dd>(?!Never)/);
  });

  it('does not open what belongs to another user, or to another client', async () => {
    const stranger = await openPage();
    const strange = await stranger.create();
    const json = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
    const { headers } = await call('POST', '/v7.1/data_source/', { token, json });
    const location = headers.get('location') ?? '';
    const path = location.slice(location.indexOf('/v7.1/'));
    expect((await call('GET', path, { token })).status).toBe(200);
    expect((await call('GET', path, { token: strange })).status).toBe(404);
    const options = { host: 'diary', token: strange } as const;
    const diary = await call('GET', '/v2/diary', {
      ...options,
      headers: owner.diaryHeaders,
    });
    expect(diary.status).toBe(403);
  });

  it('without the scope of an endpoint gets 403 with that scope, and write implies read', async () => {
    const writer = await owner.create({ 'diary.write': 'yes' });
    const refused = await getUser(writer);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('profile.read');
    const headers = owner.diaryHeaders;
    const options = { host: 'diary', token: writer, headers } as const;
    expect((await call('GET', '/v2/diary', options)).status).toBe(200);
  });

  it('with a wrong checksum or of another kind gets 401 with a challenge', async () => {
    const last = token.endsWith('0') ? '1' : '0';
    const forged = [
      token.slice(0, -1) + last,
      token.replace('fit_pat_', 'fit_at_'),
      `${token}x`,
    ];
    for (const text of forged) {
      const { status, headers } = await getUser(text);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });
});

describe('a personal access token on OAuth endpoints', () => {
  let parties: Parties;
  let owner: TokenOwner;
  let token: string;
  beforeAll(async () => {
    parties = await newParties(service);
    owner = await openTokensPage(service, parties.user);
    token = await owner.create();
  });

  it('is inactive in an introspection', async () => {
    const { body } = await parties.introspect({ ...parties.credentials, token });
    expect(body).toEqual({ active: false });
  });

  it('is no token that an application can revoke', async () => {
    const { status, body } = await parties.revoke({ ...parties.credentials, token });
    expect([status, body.error]).toEqual([400, 'unsupported_token_type']);
    expect((await getUser(token)).status).toBe(200);
  });

  it('is no refresh token and no code', async () => {
    expect((await parties.refresh(token)).body.error).toBe('invalid_grant');
    expect((await parties.redeem(token)).body.error).toBe('invalid_grant');
  });

  it('cannot end the access of an application, nor the other tokens of its user', async () => {
    const other = await owner.create();
    const own = owner.diaryHeaders['svc-client-id'];
    for (const client of [own, parties.client.client_id]) {
      const query = new URLSearchParams({ user_id: 'self', client_id: client });
      const path = `/v7.1/oauth2/connection/?${query}`;
      expect((await call('DELETE', path, { token })).status).toBe(404);
    }
    expect((await getUser(other)).status).toBe(200);
  });
});

describe('a personal access token ends', () => {
  it('when it is revoked, and another one stays', async () => {
    const { create, revokeFirst } = await openPage();
    const [kept, revoked] = [await create(), await create()];
    await revokeFirst();
    expect((await getUser(revoked)).status).toBe(401);
    expect((await getUser(kept)).status).toBe(200);
  });

  it('with the access of all applications, when the password changes', async () => {
    const { user, browser, create } = await openPage();
    const [first, second] = [await create(), await create()];
    const changePassword = async (current: string, fields: Record<string, string>) => {
      await browser.open(`${urls.auth}/v7.1/oauth2/account/password/`);
      const next = `${current}, and more`;
      await browser.submit({ current, next, repeated: next, ...fields });
      return next;
    };
    const next = await changePassword(user.password, {});
    expect((await getUser(first)).status).toBe(200);
    await changePassword(next, { end_grants: 'yes' });
    expect((await getUser(second)).status).toBe(401);
  });

  it('when its user is disabled', async () => {
    const { user, create } = await openPage();
    const token = await create();
    await disableUser(table(), user.user_id, new Date());
    expect((await getUser(token)).status).toBe(401);
  });
});

it('while the processing is paused, a personal access token is refused as restricted', async () => {
  const { user, create } = await openPage();
  const token = await create();
  await processing.restrict(table(), user.user_id, new Date());
  const { status, text } = await getUser(token);
  expect([status, text]).toEqual([403, expect.stringContaining('restricted')]);
  const application = await issueUserToken(user);
  expect((await getUser(application)).status).toBe(403);
});
