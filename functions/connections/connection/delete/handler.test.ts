import { beforeEach, describe, expect, it } from 'vitest';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { callHandler, callHandlerAs } from '#kit/call-handler.ts';
import {
  issueClientToken,
  issueUserToken,
  newPerson,
  newUserToken,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import {
  addRemoteConnection,
  type RemoteConnectionList,
} from '#kit/remote-connections.ts';

describe('DELETE /remoteconnection/{id}/', () => {
  let user: TestPerson;
  let token: string;
  let id: string;
  const path = () => `/v7.0/remoteconnection/${id}/`;
  const remove = (userToken: string) =>
    callHandler('DELETE', path(), { token: userToken });
  const getReadStatus = async () => (await callHandler('GET', path(), { token })).status;
  const findItem = () => table().get(originKeys.remoteConnection(user.user_id, id));

  beforeEach(async () => {
    user = await newPerson();
    token = await issueUserToken(user);
    id = await addRemoteConnection(user.user_id);
  });

  it('revokes the connection, which is no longer returned', async () => {
    const other = await addRemoteConnection(user.user_id, { type: 'polar' });
    const { status, text } = await remove(token);
    expect([status, text]).toEqual([204, '']);
    expect(await getReadStatus()).toBe(404);
    const { body } = await callHandler<RemoteConnectionList>(
      'GET',
      '/v7.1/remoteconnection/',
      {
        token,
      },
    );
    expect(
      body._embedded.remoteconnection.map(({ _links }) => _links.self[0].id),
    ).toEqual([other]);
  });

  it("deletes the provider's tokens with the connection, in one write", async () => {
    expect(await findItem()).toMatchObject({
      provider_tokens: { ciphertext: expect.any(Uint8Array) },
    });
    await remove(token);
    expect(await findItem()).toBeUndefined();
  });

  it.each(['v7.0', 'v7.1'])('returns 404 the second time, at %s', async (version) => {
    const again = () =>
      callHandler('DELETE', `/${version}/remoteconnection/${id}`, { token });
    expect((await again()).status).toBe(204);
    const { status, body } = await again();
    expect(status).toBe(404);
    expect(body).toEqual({
      errors: [`remote connection ${id} could not be found.`],
      codes: ['not_found'],
      request_id: expect.any(String),
      _links: {
        self: [{ href: `/${version}/remoteconnection/` }],
        documentation: [{ href: `/${version}/docs/remoteconnection/` }],
      },
    });
  });

  it('revokes once under concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => remove(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      204,
      ...Array(7).fill(404),
    ]);
  });

  it('allows only the owner to revoke it', async () => {
    expect((await remove(await newUserToken())).status).toBe(404);
    expect((await remove(await issueClientToken())).status).toBe(403);
    expect(await getReadStatus()).toBe(200);
  });

  describe('with its entries', () => {
    const findCleanup = () => table().get(connectionKeys.syncRequest(user.user_id, id));
    const removeWith = (userToken: string) =>
      callHandler('DELETE', `${path()}?delete_entries=true`, { token: userToken });
    const issueToken = (scope: string) => issueUserToken(user, undefined, scope);

    it('needs the scope diary.write, without which nothing is removed', async () => {
      const { status, headers, text } = await removeWith(
        await issueToken('connections.write diary.read'),
      );
      expect(status).toBe(403);
      expect(text).toContain('must have the scope diary.write');
      expect(headers.get('x-amzn-remapped-www-authenticate')).toContain(
        'error="insufficient_scope", scope="diary.write"',
      );
      expect(await findItem()).toBeDefined();
    });

    it('is requested with both scopes', async () => {
      const scoped = await issueToken('connections.write diary.write');
      expect((await removeWith(scoped)).status).toBe(204);
      expect(await findCleanup()).toMatchObject({ deletes_entries: true });
    });

    it('is refused to an application that may not see them', async () => {
      const send = callHandlerAs(user.user_id, undefined, ['garmin']);
      const { status, text } = await send('DELETE', `${path()}?delete_entries=true`);
      expect(status).toBe(403);
      expect(text).toContain('may not see the entries of this connection');
      expect(await findItem()).toBeDefined();
      expect((await send('DELETE', path())).status).toBe(204);
      expect(await findCleanup()).toMatchObject({ deletes_entries: false });
    });
  });
});
