import { beforeAll, describe, expect, it } from 'vitest';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { call } from '#kit/call.ts';
import {
  issueUserToken,
  newClient,
  newUser,
  type TestClient,
  type TestUser,
  table,
} from '#kit/fixtures.ts';

const statusWith = async (token: string) =>
  (await call('GET', '/v7.0/user/self/', { token })).status;
const end = (token: string, query: Record<string, string>) =>
  call('DELETE', `/v7.1/oauth2/connection/?${new URLSearchParams(query)}`, { token });

let user: TestUser;
let other: TestUser;
let application: TestClient;
let another: TestClient;

beforeAll(async () => {
  [user, other] = await Promise.all([newUser(), newUser()]);
  [application, another] = await Promise.all([newClient(), newClient()]);
});

describe('the connection of a user and an application', () => {
  it.each(['self', 'the id'])(
    'ends, of %s, with all grants of that application and no other (A18, A9)',
    async (whose) => {
      const { client_id } = application;
      const [one, two] = [
        await issueUserToken(user, application),
        await issueUserToken(user, application),
      ];
      const [elsewhere, strangers] = [
        await issueUserToken(user, another),
        await issueUserToken(other, application),
      ];
      const user_id = whose === 'self' ? whose : user.user_id;
      expect((await end(one, { user_id, client_id })).status).toBe(204);
      const statuses = await Promise.all([two, elsewhere, strangers].map(statusWith));
      expect(statuses).toEqual([401, 200, 200]);
    },
  );

  it('ends the token that ends it, and until then a repeat is answered alike (A18, A9)', async () => {
    const token = await issueUserToken(user, application);
    const query = { user_id: 'self', client_id: application.client_id };
    expect((await end(token, query)).status).toBe(204);
    expect([204, 401]).toContain((await end(token, query)).status);
  });

  it("of another application, or of somebody else, is not the token's to end (A18, RFC 7009 section 2.1)", async () => {
    const [own, elsewhere] = [
      await issueUserToken(user, application),
      await issueUserToken(user, another),
    ];
    const strangers = await issueUserToken(other, application);
    const attempts = [
      { user_id: 'self', client_id: another.client_id },
      { user_id: user.user_id, client_id: another.client_id },
      { user_id: other.user_id, client_id: application.client_id },
      { user_id: 'SELF', client_id: application.client_id },
      { user_id: 'self', client_id: application.client_id.toUpperCase() },
      { user_id: 'self', client_id: 'x' },
    ];
    for (const query of attempts)
      expect((await end(own, query)).status, JSON.stringify(query)).toBe(404);
    expect(await Promise.all([own, elsewhere, strangers].map(statusWith))).toEqual([
      200, 200, 200,
    ]);
  });

  it('needs both ids, once each (A18, M4)', async () => {
    const token = await issueUserToken(user, application);
    const { client_id } = application;
    for (const query of [
      '',
      `client_id=${client_id}`,
      'user_id=self',
      `user_id=self&user_id=self&client_id=${client_id}`,
    ])
      expect(
        (await call('DELETE', `/v7.1/oauth2/connection/?${query}`, { token })).status,
        query,
      ).toBe(400);
    expect(await statusWith(token)).toBe(200);
  });
});

it('RT-21, BR-15 a person who is disabled has no token that works (RFC 9700 section 4.14)', async () => {
  const person = await newUser();
  const token = await issueUserToken(person, application);
  await identities.disable(table(), person.email, new Date());
  expect(await statusWith(token)).toBe(401);
});
