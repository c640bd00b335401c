import { beforeAll, describe, expect, it } from 'vitest';
import { disableUser } from '#functions/auth/identity/change-access.ts';
import { call } from '#kit/call.ts';
import {
  issueUserToken,
  newClient,
  newUser,
  type TestClient,
  type TestUser,
  table,
} from '#kit/fixtures.ts';

const getStatus = async (token: string) =>
  (await call('GET', '/v7.0/user/self/', { token })).status;
const disconnect = (token: string, query: Record<string, string>) =>
  call('DELETE', `/v7.1/oauth2/connection/?${new URLSearchParams(query)}`, { token });

let user: TestUser;
let otherUser: TestUser;
let client: TestClient;
let otherClient: TestClient;

beforeAll(async () => {
  [user, otherUser] = await Promise.all([newUser(), newUser()]);
  [client, otherClient] = await Promise.all([newClient(), newClient()]);
});

describe('deleting the connection of a user to a client', () => {
  it.each(['self', 'the id'])(
    'revokes all grants of that client and no other if %s names the user',
    async (name) => {
      const { client_id } = client;
      const token = await issueUserToken(user, client);
      const tokens = [
        await issueUserToken(user, client),
        await issueUserToken(user, otherClient),
        await issueUserToken(otherUser, client),
      ];
      const user_id = name === 'self' ? name : user.user_id;
      expect((await disconnect(token, { user_id, client_id })).status).toBe(204);
      expect(await Promise.all(tokens.map(getStatus))).toEqual([401, 200, 200]);
    },
  );

  it('revokes the token of the request too, so a repeat gets 401, or 204 from a cache', async () => {
    const token = await issueUserToken(user, client);
    const query = { user_id: 'self', client_id: client.client_id };
    expect((await disconnect(token, query)).status).toBe(204);
    expect([204, 401]).toContain((await disconnect(token, query)).status);
  });

  // RFC 7009 section 2.1.
  it('gets 404 for another client or another user', async () => {
    const token = await issueUserToken(user, client);
    const tokens = [
      token,
      await issueUserToken(user, otherClient),
      await issueUserToken(otherUser, client),
    ];
    const attempts = [
      { user_id: 'self', client_id: otherClient.client_id },
      { user_id: otherUser.user_id, client_id: client.client_id },
      { user_id: 'SELF', client_id: client.client_id },
      { user_id: 'self', client_id: client.client_id.toUpperCase() },
      { user_id: 'self', client_id: 'x' },
    ];
    for (const query of attempts)
      expect((await disconnect(token, query)).status, JSON.stringify(query)).toBe(404);
    expect(await Promise.all(tokens.map(getStatus))).toEqual([200, 200, 200]);
  });

  it('requires each id exactly once', async () => {
    const token = await issueUserToken(user, client);
    const { client_id } = client;
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
    expect(await getStatus(token)).toBe(200);
  });
});

it('the tokens of a disabled user are invalid', async () => {
  const person = await newUser();
  const token = await issueUserToken(person, client);
  await disableUser(table(), person.user_id, new Date());
  expect(await getStatus(token)).toBe(401);
});
