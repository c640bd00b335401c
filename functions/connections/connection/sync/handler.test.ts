import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueUserToken, newPerson, newUserToken, table } from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { connectionKeys } from '../remote-connection.keys.ts';
import type { SyncRequest } from '../sync-request.store.ts';

const toPath = (id: string) => `/v7.1/remoteconnection/${id}/sync/`;

describe('POST /remoteconnection/{id}/sync/', () => {
  it('requests a sync, at most once a minute', async () => {
    const user = await newPerson();
    const token = await issueUserToken(user);
    const id = await addRemoteConnection(user.user_id);
    const first = await callHandler('POST', toPath(id), { token });
    expect(first.status).toBe(202);

    const second = await callHandler('POST', toPath(id), { token });
    expect(second.status).toBe(429);
    expect(second.headers.get('Retry-After')).toBe('60');
    const range = connectionKeys.syncRequests(user.user_id);
    expect(await table().query<SyncRequest>(range)).toMatchObject([
      { remote_connection_id: id, reason: 'person' },
    ]);
  });

  it("hides another user's connection", async () => {
    const { user_id } = await newPerson();
    const id = await addRemoteConnection(user_id);
    const { status } = await callHandler('POST', toPath(id), {
      token: await newUserToken(),
    });
    expect(status).toBe(404);
  });
});
